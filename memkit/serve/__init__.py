"""Faces for other programs: HTTP and MCP, and the calls that a language model may make."""
