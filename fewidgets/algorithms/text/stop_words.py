"""English words that do not reveal the subject of a text: ``stop_words="english"`` (section 9.2.2)."""

# Stop words have a grammatical function, whatever the subject. "not", "no", "nor", "never", "without" and the contractions
# with n't ("isn't", "don't") are not stop words: "not good" must not count the same as "good" in a review. Neither are words
# that a reader would miss in a summary ("against", "better", "like", "well").
_ARTICLES_AND_POINTERS = "a an the this that these those such same other another"
_PRONOUNS = """
    i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself
    she her hers herself it its itself they them their theirs themselves
    who whom whose which what whoever whomever whichever whatever
"""
_AUXILIARY_VERBS = """
    am is are was were be been being have has had having do does did doing done
    will would shall should can could may might must ought
"""
_PREPOSITIONS = """
    about above after among around as at before behind below beneath beside besides between beyond by down during
    for from in inside into of off on onto out outside over per since through throughout till to toward towards
    under until unto up upon via with within
"""
_CONJUNCTIONS = "and or but if because than so though although whereas whether while unless"
_ADVERBS = """
    again also already ever further hence here how however just now once only perhaps rather quite then there therefore
    thus too very when whenever where wherever why yet
"""
_QUANTIFIERS = "all any both each either enough every few less many more most much several some"
_CONTRACTIONS = """
    i'm i've i'd i'll we're we've we'd we'll you're you've you'd you'll he's he'd he'll she's she'd she'll
    it's it'd it'll they're they've they'd they'll that's that'd that'll this'll these're those're
    there's there'd there'll here's who's who'd who'll who've what's what're what'd what'll where's where'd when's why's
    how's how'd let's would've could've should've might've must've
"""

STOP_WORDS = frozenset(
    " ".join(
        (
            _ARTICLES_AND_POINTERS,
            _PRONOUNS,
            _AUXILIARY_VERBS,
            _PREPOSITIONS,
            _CONJUNCTIONS,
            _ADVERBS,
            _QUANTIFIERS,
            _CONTRACTIONS,
        )
    ).split()
)
