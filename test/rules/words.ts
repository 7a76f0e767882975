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
]

/** A function named “…Of” looks up or converts: it takes one argument. */
export const OF_FUNCTION =
  /\b(?:function (\w+Of)(?:<[^>(]*>)?\(([^)]*)\)|const (\w+Of) = (?:async )?(?:<[^>(]*>)?\(([^)]*)\)[^=]*=>)/g

/** Folders and files that keep to the list. A new part of the source belongs here from its start. */
export const KEPT_BY: readonly RegExp[] = [
  /^(README|SECURITY|CONTRIBUTING|CHANGELOG)\.md$/,
  /^docs\/(operating|configuration|payments|performance|adding-[a-z-]+)\.md$/,
  /^docs\/journeys\//,
  /^src\/engine\//,
  /^docs\/decisions\.md$/,
  /^contract\/(.+\/)?[a-z-]*lifecycle\.ts$/,
  /^scripts\/measure/,
  /^src\/infra\/(db|egress|limits|operations|states|telemetry)\/(?!migrations|.*test\.ts)/,
  /^src\/core\//,
  /^src\/infra\/(http|jobs)\//,
  /^(src\/domain|contract)\/payments\//,
  /^test\/(every-operation|harness\/(?!database\/postgres)|journeys|program|resilience|torture|uma)\//,
  /^docs\/adr\/00(0[1-9]|1[0-35-9]|2[0-9])/,
  /^(src\/domain|contract)\/cards\//,
  /^(src\/domain|contract)\/customers\//,
  /^(src\/domain|contract)\/accounts\//,
  /^src\/domain\/ledger\//,
  /^(src\/domain|contract)\/(platform|sandbox|events|agents)\//,
  /^src\/operator\//,
  /^src\/providers\/identity\//,
  /^contract\/wallets\//,
  /^src\/domain\/wallets\/(?!signatures\/every-signed-operation)/,
  /^src\/providers\//,
  /^docs\/(wallets|cards|custody)\.md$/,
]
/** Files that quote what is refused. */
export const EXCEPT =
  /^docs\/STYLE\.md$|^test\/rules\/words\.(ts|unit\.test\.ts)$|^LICENSE$|^docs\/generated\/|\.generated\.|^openapi\.json$/
