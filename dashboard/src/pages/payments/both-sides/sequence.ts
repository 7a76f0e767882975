/** Sequence of a UMA payment: postings of both ledgers and the messages between them, in chronological order. */
import type { NamedPosting } from '../../../../../contract/ledger/postings.ts'
import type { BothSides, CheckedMessage } from './sides.ts'

export type Step =
  | { readonly by: 'SENDER' | 'RECEIVER'; readonly posting: NamedPosting; readonly at: string }
  | { readonly by: 'MESSAGE'; readonly message: CheckedMessage; readonly at: string }

/** A message and its place among steps of the same time: the sandbox's clock can be frozen. */
const MESSAGE_RANKS: Readonly<Record<string, number>> = {
  LNURLP_REQUEST: 1,
  LNURLP_RESPONSE: 2,
  PAY_REQUEST: 3,
  PAY_RESPONSE: 4,
  POST_TRANSACTION_CALLBACK: 5,
  POST_TRANSACTION_RESPONSE: 7,
}
/** The callback is the payment: on it the receiver is credited, and the reply lets the sender's institution end its own. */
const CREDITED = 6
const ENDED = 8

export function sequenceOf({ sender, receiver, messages }: BothSides): readonly Step[] {
  const firstAt = messages[0]?.at ?? ''
  const ranked: [rank: number, step: Step][] = [
    ...sender.postings.map((posting): [number, Step] => [
      posting.at > firstAt || posting.from.name === TRANSIT ? ENDED : 0,
      { by: 'SENDER', posting, at: posting.at },
    ]),
    ...messages.map((message): [number, Step] => [
      MESSAGE_RANKS[message.kind] ?? ENDED,
      { by: 'MESSAGE', message, at: message.at },
    ]),
    ...receiver.postings.map((posting): [number, Step] => [CREDITED, { by: 'RECEIVER', posting, at: posting.at }]),
  ]
  return ranked
    .sort(([rank, { at }], [otherRank, other]) => Date.parse(at) - Date.parse(other.at) || rank - otherRank)
    .map(([, step]) => step)
}

/** The money leaves it when the payment has ended. */
const TRANSIT = 'House transit'
