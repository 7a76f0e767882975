/** Wallet mutations: the signer, and the refetch of everything they may have changed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { walletOf } from '../../../../../client/wallet.ts'
import { recordedApi } from '../../../api/recorded-calls.ts'
import { useHeld } from './held-sessions.ts'
import { askPerson } from './review.ts'

/** Refetches everything, even after a refusal: the operation may have taken effect in part. */
export function useWalletMutation<Result, Given = void>(
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
  // A disabled button loses the focus; it is restored for keyboard users.
  useEffect(() => {
    if (isPending || document.activeElement !== document.body) return
    if (origin.current instanceof HTMLElement) origin.current.focus()
    origin.current = null
  }, [isPending])
  return mutation
}

/** The wallet as the session that signs may use it; undefined while there is none. */
export function useSignedWallet(accountId: string): ReturnType<typeof walletOf> | undefined {
  const { signing } = useHeld(accountId)
  return signing && walletOf({ api: recordedApi, session: signing.session, review: askPerson })
}
