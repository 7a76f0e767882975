/** Balance inquiry: the most that a card could pay for one purchase. */
import { presentMoney } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { command, type Read } from '../../../engine/command.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { balances } from '../../ledger/balance.ts'
import { cards } from '../card.ts'
import { mayDebit } from '../delegated-keys/consents.ts'
import { declineReasonOfCard } from './authorize-purchase.ts'

/** One source pays a purchase, so this is the largest balance of any one of them, up to the card's cap. @throws Refusal CARD_NOT_FOUND */
export const inquireBalance = command({
  reads: (seen, cardId: string) => [
    [cards, cardId],
    ...(seen.lastSeen(cards, cardId)?.fundingSources ?? []).flatMap((id): Read[] => [
      [accounts, id, 'peek'],
      [balances, id, 'peek'],
    ]),
  ],
  run(rows, cardId) {
    const card = rows.get(cards, cardId)
    const amounts = card.fundingSources.map((id) => {
      const balance = rows.peek(balances, id)
      return balance?.status === 'ACTIVE' && mayDebit(rows, card, id) ? balance.posted - balance.held : 0n
    })
    const most = amounts.reduce((one, other) => (other > one ? other : one), 0n)
    const capped = card.maxSpend !== null && card.maxSpend < most ? card.maxSpend : most
    const available = declineReasonOfCard(rows, card, capped) === undefined ? capped : 0n
    return { cardId: wireId('Card', card.id), available: presentMoney(available, card.currency) }
  },
})
