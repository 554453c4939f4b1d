"""Questions as typed plans over the graph: what is asked, in a form that can be checked, walked and printed."""
