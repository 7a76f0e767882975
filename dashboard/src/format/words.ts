/** Constants of the API as words. */

/** Abbreviations that stay as they are. */
const KEPT = new Set([
  'LLC',
  'UBO',
  'SSN',
  'ITIN',
  'EIN',
  'US',
  'B2B',
  'AP',
  'AR',
  'P2P',
  'UMA',
  '10K',
  '100K',
  '1M',
  '10M',
])

/** `SOLE_PROPRIETORSHIP` → `Sole proprietorship`; other texts stay as they are. */
export function choiceWord(value: string): string {
  if (!/^[A-Z0-9]+(_[A-Z0-9]+)*$/.test(value) || value.length < 5) return value
  const words = value.split('_').map((word) => (KEPT.has(word) ? word : word.toLowerCase()))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
