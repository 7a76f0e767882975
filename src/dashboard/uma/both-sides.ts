/** Both sides of a UMA payment between two platforms of this installation: their postings, and the messages that they exchanged. */
import type { ExchangedMessage, TrialBalanceLine } from '../../../contract/dashboard.ts'
import type { BothSides, CheckedMessage, PaymentSide } from '../../../contract/payments/both-sides.ts'
import { wireId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import { getTransactionById } from '../../domain/payments/transactions/queries.ts'
import type { Platform } from '../../domain/platform/platform.ts'
import { getPlatformConfig } from '../../domain/platform/queries.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Rails } from '../../providers/rails/port.ts'
import type { Session } from '../desk/operator-session.ts'
import { trialBalance } from '../overview.ts'
import { paymentStory } from '../payment-story.ts'

interface Needs {
  readonly store: Store
  readonly rails: Pick<Rails, 'trace' | 'connected'>
}

/**
 * @param transactionId bare, of the platform being viewed: the sent or the received payment
 * @throws Refusal TRANSACTION_NOT_FOUND, also when the other side is not at a platform that the session may view
 */
export async function bothSides(
  needs: Needs,
  { platforms }: Pick<Session, 'platforms'>,
  platformId: string,
  transactionId: string,
): Promise<BothSides> {
  const payment = await getTransactionById(needs.store, platformId, transactionId)
  const isSender = payment.type === 'OUTGOING'
  const [found] = await needs.store.query<{ platformId: string; id: string }>(OTHER_SIDE, [
    platformId,
    transactionId,
    isSender ? transactionId : payment.referenceId,
    platforms === 'ALL' ? null : platforms,
  ])
  if (!found) throw notFound('Transaction')
  const [viewed, other] = await Promise.all([
    sideAt(needs, platformId, transactionId),
    sideAt(needs, found.platformId, found.id),
  ])
  const [sender, receiver] = isSender ? [viewed, other] : [other, viewed]
  return {
    sender: sender.side,
    receiver: receiver.side,
    messages: checkMessages(sender.messages, receiver.messages),
  }
}

/** The sent payment's id is the received one's reference. Each side must have exchanged messages with the other one's domain. */
const OTHER_SIDE = `
  select t.platform_id as "platformId", t.id
  from uma_messages said
    join platforms other on other.uma_domain = said.institution and other.platform_id <> $1
    join transactions t on t.platform_id = other.platform_id and (t.id = $3 or t.reference_id = $3)
    join platforms viewed on viewed.platform_id = $1
  where said.platform_id = $1 and said.transaction_id = $2 and ($4::uuid[] is null or other.platform_id = any($4))
    and exists (select from uma_messages answered
      where answered.platform_id = t.platform_id and answered.transaction_id = t.id and answered.institution = viewed.uma_domain)
  limit 1`

async function sideAt({ store, rails }: Needs, platformId: string, transactionId: string) {
  const [platform, story, lines] = await Promise.all([
    getPlatformConfig(store, platformId),
    paymentStory({ store, rails }, platformId, transactionId),
    trialBalance(store, platformId),
  ])
  const owner = story.parties.find(({ isExternal }) => !isExternal)
  const side: PaymentSide = {
    bank: bankView(platform),
    transaction: story.transaction,
    ownerName: owner?.ownerName ?? platform.name,
    postings: story.postings,
    sums: sumsIn(lines),
  }
  return { side, messages: story.umaMessages }
}

const bankView = ({ id, name, umaDomain }: Platform) => ({ id: wireId('PlatformConfig', id), name, umaDomain })

function sumsIn(lines: readonly TrialBalanceLine[]): PaymentSide['sums'] {
  const codes = new Map(lines.map(({ currency }) => [currency.code, currency]))
  return [...codes.values()].map((currency) => ({
    currency,
    amount: String(
      lines
        .filter((line) => line.currency.code === currency.code)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    ),
  }))
}

/** The sender's messages, each with whether its receiver has stored it too: institutions store valid messages only. */
function checkMessages(
  sent: readonly ExchangedMessage[],
  theirs: readonly ExchangedMessage[],
): readonly CheckedMessage[] {
  const rest = [...theirs]
  return sent.map(({ id, direction, kind, fields, at }) => {
    const place = rest.findIndex(
      (other) => other.kind === kind && other.direction !== direction && other.fields.nonce === fields.nonce,
    )
    if (place >= 0) rest.splice(place, 1)
    // The sender's institution stores a received message only if it is valid.
    const isVerified = direction === 'RECEIVED' || place >= 0
    return { id, from: direction === 'SENT' ? 'SENDER' : 'RECEIVER', kind, fields, at, isVerified }
  })
}
