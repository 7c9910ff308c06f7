"""What the editor in the browser offers: the words of the language at each place, with help.

Other layers use ``vocabulary.words``.
"""
