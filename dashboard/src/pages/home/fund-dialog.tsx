/** Dialog that simulates a deposit of test money. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'
import { api } from '../../api/client.ts'
import { parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Problem } from '../../ui/note.tsx'

export function FundDialog({ account, onClose }: { account: OwnedAccount; onClose: () => void }) {
  const { currency } = account.balance
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const fund = useMutation({
    mutationFn: (amount: number) =>
      api('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount } }),
    onSuccess: () => {
      client.invalidateQueries()
      onClose()
    },
  })
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const amount = parseMajor(text, currency.decimals)
    setFault(amount ? undefined : `Enter an amount with at most ${currency.decimals} decimals.`)
    if (amount) fund.mutate(amount)
    else field.current?.focus()
  }
  return (
    <Dialog title={`Fund ${account.ownerName}`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-muted">Simulates a deposit over the rails. It arrives immediately.</p>
        <AmountField
          ref={field}
          label="Amount"
          currency={currency.code}
          value={text}
          onChange={setText}
          fault={fault}
          hint={currency.name}
        />
        <Problem error={fund.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={fund.isPending}>
            {fund.isPending ? 'Funding …' : 'Fund'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
