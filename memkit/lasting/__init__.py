"""Lasting states: where somebody lives, who leads a team, what something is called: since when, until when.

reader.py finds in a dated note what begins, goes on, ends or is denied; enrich.py adds that to an extraction; spells.py
works out, from all notes, in which days each state held; book.py does so for a store; question.py reads questions.
"""
