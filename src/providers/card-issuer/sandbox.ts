/** Sandbox card issuer: no merchant takes its cards. The last three characters of an id choose the outcome. */
import { createHash } from 'node:crypto'
import { ISSUE_OUTCOMES } from '../../../contract/sandbox/outcomes.ts'
import type { Clock } from '../../core/clock.ts'
import type { Vault } from '../../infra/crypto/secrets.ts'
import type { CardIssuer, CardReport, CardRequest, IssuedCard } from './port.ts'

/** By the last characters of an account's id. */
export const FUNDING_OUTCOMES: Readonly<Record<string, { readonly objection: string; readonly scenario: string }>> = {
  '002': {
    objection: 'does not hold enough to fund a card',
    scenario: 'Refused with FUNDING_SOURCE_INELIGIBLE: it does not hold enough.',
  },
  '003': {
    objection: 'is closed at the issuer',
    scenario: 'Refused with FUNDING_SOURCE_INELIGIBLE: it is closed.',
  },
}

export const CARD_PAGE_PATH = '/sandbox/card-issuer'
const PAGE_LIFE_MS = 5 * 60_000
const CARD_LIFE_YEARS = 3

/** What the page shows. */
export interface CardFace {
  /** Sixteen digits with a valid check digit, assigned to no real card. */
  readonly number: string
  readonly securityCode: string
  readonly expMonth: number
  readonly expYear: number
}

export interface SandboxCardIssuer extends CardIssuer {
  /** @returns undefined for a URL that was not made here or has expired */
  read(token: string): CardFace | undefined
}

type Shown = IssuedCard & { readonly cardId: string }
interface Link extends Shown {
  readonly expiresAt: number
}

/** Stores nothing: the number is derived from the card's id, and the URL of the page carries the rest, sealed. @param origin of the page for browsers */
export function sandboxCardIssuer({
  vault,
  clock,
  origin,
}: {
  vault: Vault
  clock: Clock
  origin: () => string
}): SandboxCardIssuer {
  return {
    issue: async (request) => ISSUE_OUTCOMES[nameOf(request).slice(-3)]?.report ?? issued(request),
    ask: async (request) => issued(request),
    objectionTo: (accountId) => FUNDING_OUTCOMES[accountId.slice(-3)]?.objection,
    async embedUrl(card) {
      const link: Link = { ...card, expiresAt: clock.now() + PAGE_LIFE_MS }
      const token = Buffer.from(vault.seal(JSON.stringify(link)), 'base64').toString('base64url')
      return `${origin()}${CARD_PAGE_PATH}/${token}`
    },
    read(token) {
      const link = opened(vault, token)
      return link && link.expiresAt > clock.now() ? faceOf(link) : undefined
    },
  }
}

const nameOf = ({ platformCardId, cardholderId }: CardRequest) => platformCardId ?? cardholderId

function issued(request: CardRequest): CardReport {
  const end = nameOf(request).slice(-3)
  const madeAt = new Date(request.requestedAt)
  return {
    state: 'ISSUED',
    card: {
      brand: 'VISA',
      last4: /^\d{3}$/.test(end) ? `0${end}` : derivedDigits(request.cardId, 'last4').slice(0, 4),
      expMonth: madeAt.getUTCMonth() + 1,
      expYear: madeAt.getUTCFullYear() + CARD_LIFE_YEARS,
      issuerRef: `sandbox-${derivedDigits(request.cardId, 'reference')}`,
    },
  }
}

function opened(vault: Vault, token: string): Link | undefined {
  try {
    return JSON.parse(vault.open(Buffer.from(token, 'base64url').toString('base64')))
  } catch {
    return undefined
  }
}

function faceOf({ cardId, last4, expMonth, expYear }: Shown): CardFace {
  const body = `400000${derivedDigits(cardId, 'number').slice(0, 5)}`
  const number = [...'0123456789'].map((digit) => body + digit + last4).find(passesLuhn) as string
  return { number, securityCode: derivedDigits(cardId, 'code').slice(0, 3), expMonth, expYear }
}

/** Ten digits derived from the card's id. */
const derivedDigits = (cardId: string, purpose: string): string =>
  String(createHash('sha256').update(`${purpose}/${cardId}`).digest().readUIntBE(0, 6) % 10_000_000_000).padStart(
    10,
    '0',
  )

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, place) => {
    const digit = Number(character) * (place % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
