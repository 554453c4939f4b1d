"""Questions and gold drafted from a folder of Markdown pages, in the form of a wiki, for a person to correct.

ontology.py drafts an ontology where there is none, wording.py words questions by the ontology's phrases, questions.py
asks and answers by walking what the pages state, folder.py reads the pages and writes the wiki.
"""
