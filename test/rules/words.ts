/** Word list: wording that is refused in source, messages and documentation, each with a better one. */

export interface Wording {
  readonly refused: RegExp
  readonly better: string
  /** Text that the rule must catch. */
  readonly sample: string
}

export const WORDINGS: readonly Wording[] = [
  {
    refused: /\bnobody\b/i,
    better: 'the actor: no caller, no other process; or the passive',
    sample: 'Nobody knows it',
  },
  { refused: /\bwhoever\b/i, better: 'the caller, any client that …', sample: 'Whoever asks twice' },
  {
    refused: /\b(is|are|be|been|was|were|being) told\b/i,
    better: 'is notified, receives, gets',
    sample: 'the platform is told',
  },
  {
    refused: /\b(tells|tell|told) (of|about)\b/i,
    better: 'reports, records, notifies',
    sample: 'an event tells of it',
  },
  { refused: /\bthings? that\b/i, better: 'the noun', sample: 'quotes as things that move' },
  { refused: /[#*]\s+Owns\b/, better: 'the noun: “Quote state machine: …”', sample: '/** Owns quotes. */' },
  { refused: /\bhear(s|d)\b/i, better: 'receives, observes', sample: 'the platform hears it' },
  { refused: /\bfor ever\b/i, better: 'forever, indefinitely, permanently', sample: 'kept for ever' },
  { refused: /\banew\b/i, better: 'again, from the start', sample: 'begin anew' },
  {
    refused: /\bthe house\b(?! accounts?| role)/i,
    better: 'the codebase; the installation',
    sample: 'the rules of the house',
  },
  { refused: /(?<!Math\.)\bfloors?\b/i, better: 'layer', sample: 'the floors of the program' },
  { refused: /\bin vain\b/i, better: 'without success', sample: 'asked in vain' },
  { refused: /\bcomes? to be\b/i, better: 'is created', sample: 'how a row comes to be' },
  { refused: /\bthe way of an?\b/i, better: 'lifecycle, path', sample: 'the way of a request' },
  { refused: /\bsays (so|no|yes)\b/i, better: 'reports it; refuses; accepts', sample: 'the rail says no' },
  { refused: /\bwish(es|ed)?\b/i, better: 'request, action, preference', sample: 'what the agent wishes' },
  { refused: /\bwears?\b/i, better: 'has', sample: 'the row wears a number' },
  { refused: /\btrespass(es)?\b/i, better: 'violation', sample: 'each trespass' },
  { refused: /\bstanding\b(?! instruction)/i, better: 'open, existing, status', sample: 'the standing challenge' },
  {
    refused: /\bgood for nothing\b|\bfor nothing else\b/i,
    better: 'used only for …',
    sample: 'for this and for nothing else',
  },
  {
    refused:
      /(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|fewer\b|less\b|other\b|later\b|earlier\b|slower\b|exception\b|secret\b)/i,
    better: 'is not a …',
    sample: 'a text that is no number',
  },
  { refused: /\b(becomes?|became) of\b/i, better: 'what happens to …; the outcome of …', sample: 'what became of it' },
  {
    refused: /\bstands? (beside|there|under|within|below|above|in (?!for\b|the way\b))/i,
    better: 'is in, is listed in, is kept beside',
    sample: 'what it refuses stands in a table',
  },
  { refused: /\b(is|are) not there\b/i, better: 'does not exist, is missing', sample: 'a row that is not there' },
  { refused: /\bof (ours|theirs)\b(?!\))/, better: 'our …, one of our …; their own …', sample: 'an invoice of ours' },
  {
    refused: /\bat (the (very )?same|any|every|each) moment\b/i,
    better: 'at the same time; at any time; at all times',
    sample: 'two at the same moment',
  },
  { refused: /\bonce more\b/i, better: 'again', sample: 'read once more' },
  { refused: /\bbut for\b/i, better: 'except, except for', sample: 'all but for one' },
  { refused: /\bfor people[;:.]/i, better: 'human-readable', sample: 'For people: how long it takes' },
  { refused: /\bon the spot\b/i, better: 'immediately', sample: 'finds it on the spot' },
  { refused: /\b(some|any)body\b/, better: 'someone, anyone; the actor', sample: 'when somebody waits' },
  {
    refused: /\b(is|was|are|were|been|be) away\b/i,
    better: 'is unreachable, is unavailable, is down',
    sample: 'while the database is away',
  },
  { refused: /\bmend(s|ed|ing)?\b/i, better: 'repairs, corrects', sample: 'mend the database' },
  { refused: /\bbears?\b/i, better: 'tolerates; pays', sample: 'who bears the cost' },
  { refused: /\b(is|are) void\b|\bvoid (at|after)\b/i, better: 'is invalid', sample: 'the challenge is void' },
  { refused: /\bblanks\b/i, better: 'spaces', sample: 'separated by blanks' },
  {
    refused: /\bso (many|long|often)\b(?! (as|that))/i,
    better: 'this many, for this time, that many times',
    sample: 'after so many days',
  },
  { refused: /(?<!\bon )\bdemand(s|ed)\b/i, better: 'requires', sample: 'production demands a server' },
  {
    refused: /\bfrom there on\b|\bthreshold on\b/i,
    better: 'afterwards; at or above the threshold',
    sample: 'from there on it is held',
  },
  { refused: /\bwants? to know\b/i, better: 'requires, asks for', sample: 'bank B wants to know the name' },
  { refused: /\bas luck will\b/i, better: 'random', sample: 'a purchase or a return, as luck will have it' },
  { refused: /\bwithout a word\b/i, better: 'silently; without a state', sample: 'lost without a word' },
  { refused: /\beverybody\b/i, better: 'all; the actors', sample: 'waits for everybody' },
  { refused: /\b(whole|halves) and once\b|\bby halves\b/i, better: 'complete, partial', sample: 'whole and once' },
  {
    refused: /\b(as|what) (it|they) (came|come)\b/i,
    better: 'as received; unmodified',
    sample: 'orders, as they came',
  },
  {
    refused: /\b(one|an? \w+) that is none\b/i,
    better: 'an invalid …',
    sample: 'a key that is none',
  },
  {
    refused: /\bwhat (is|was) (wrong|held|owed|left) (with|of|in|about)\b/i,
    better: 'the noun: faults, the held amount, the rest',
    sample: 'says what is wrong with it',
  },
  {
    refused: /\b(that|the first) one counts\b|@returns what counts/i,
    better: 'takes precedence; is returned',
    sample: 'then that one counts',
  },
  { refused: /\bgone by then\b|\bis gone (again|meanwhile)\b/i, better: 'was removed', sample: 'gone by then' },
  {
    refused: /\bnobody’s\b|\bknows nothing of\b/i,
    better: 'has not received; does not know',
    sample: 'the node knows nothing of it',
  },
  {
    refused: /\bbehind the (caller|next question)\b/i,
    better: 'in the background',
    sample: 'renewed behind the caller',
  },
  {
    refused: /\btakes? [a-z ]+ as far as it gets\b/i,
    better: 'advances it as far as possible',
    sample: 'takes a payout as far as it gets',
  },
  { refused: /\bprocess is at it\b/i, better: 'is doing it', sample: 'another process is at it' },
  {
    refused: /\b(re|un)?(cogn|organ|synchron|item|serial|author|normal|initial)is(e[sd]?|ing|ations?)\b/i,
    better: 'the spelling with -ize',
    sample: 'a text that is not recognised',
  },
  { refused: /\bproved who it is\b/i, better: 'is authenticated', sample: 'a caller who has proved who it is' },
  { refused: /\b(is|are|was|were) back already\b/i, better: 'has been returned', sample: 'its money is back already' },
  { refused: /\bin silence\b/i, better: 'silently', sample: 'dropped in silence' },
  { refused: /\bas they were meant\b/i, better: 'correctly', sample: 'files are read as they were meant' },
  { refused: /\bturns? [a-z ]*away\b/i, better: 'refuses', sample: 'turns no request away' },
]

/** A function named “…Of” looks up or converts: it takes one argument. `oneOf` is the keyword of JSON Schema. */
export const OF_FUNCTION =
  /\b(?:function (?!oneOf)(\w+Of)(?:<[^>(]*>)?\(([^)]*)\)|const (?!oneOf)(\w+Of) = (?:async )?(?:<[^>(]*>)?\(([^)]*)\)[^=]*=>)/g

/** Files that quote what is refused. */
export const EXCEPT =
  /^docs\/STYLE\.md$|^test\/rules\/words\.(ts|unit\.test\.ts)$|^LICENSE$|^docs\/generated\/|\.generated\.|^openapi\.json$/
