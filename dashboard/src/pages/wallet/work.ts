/** Owns work on a wallet: what signs it, and that the page reads again what it may have changed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { walletOf } from '../../../../client/wallet.ts'
import { recordedApi } from '../../api/recorded-calls.ts'
import { useHeld } from './held-sessions.ts'
import { askPerson } from './review.ts'

/** Reads everything again, also after a refusal: part of it may have happened. */
export function useWork<Result, Given = void>(
  work: (given: Given) => Promise<Result>,
  onSuccess: (result: Result, given: Given) => void = () => {},
) {
  const client = useQueryClient()
  const origin = useRef<Element>(null)
  const mutation = useMutation({
    mutationFn: work,
    onMutate: () => {
      origin.current = document.activeElement
    },
    onSuccess,
    onSettled: () => client.invalidateQueries(),
  })
  const { isPending } = mutation
  // A button is disabled while it works, and loses the focus; whoever uses the keyboard goes on where they were.
  useEffect(() => {
    if (isPending || document.activeElement !== document.body) return
    if (origin.current instanceof HTMLElement) origin.current.focus()
    origin.current = null
  }, [isPending])
  return mutation
}

/** The wallet as the session that signs may use it; undefined while there is none. */
export function useSigned(accountId: string): ReturnType<typeof walletOf> | undefined {
  const { signing } = useHeld(accountId)
  return signing && walletOf({ api: recordedApi, session: signing.session, review: askPerson })
}
