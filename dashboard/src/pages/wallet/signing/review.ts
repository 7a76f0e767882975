/** Review of a payload before it is signed: the operation waits until the person decides. */
import type { SignedRequestChallenge } from '../../../../../contract/wallets/wallet-keys.ts'
import { createStore } from '../../../api/store.ts'

export interface Question {
  readonly challenge: SignedRequestChallenge
  readonly answer: (isYes: boolean) => void
}

/** The person declined. Nothing has happened. */
export class Declined extends Error {
  override name = 'Declined'
}

export const question = createStore<Question | undefined>(undefined)

/** Shows what is to be signed. @throws Declined */
export async function askPerson(challenge: SignedRequestChallenge): Promise<void> {
  question.get()?.answer(false)
  const isYes = await new Promise<boolean>((answer) => question.set({ challenge, answer }))
  question.set(undefined)
  if (!isYes) throw new Declined('Not signed. Nothing was executed.')
}
