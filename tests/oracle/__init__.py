"""A slow, literal second reading of the rules, to check the product against.

It imports the standard library and nothing of puntobanco. Each function names the clause that it
restates by its number (CORE-6, 1.5, 2.4 ...) and says it as the clause does, one `if` a line; where
the product reads rule sheets, this reading is written out by hand, so that no mistake is shared.
"""
