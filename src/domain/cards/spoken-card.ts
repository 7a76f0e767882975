/** A card as a sentence names it to its holder. */
import type { Card } from './tables.ts'

export const spokenCard = ({ last4 }: Pick<Card, 'last4'>): string =>
  last4 === null ? 'the card' : `the card ending in ${last4}`
