/** Form that receives a simulated payment from a UMA address, in the sandbox. */
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'
import { FAILING_SENDERS, SANDBOX_UMA_DOMAIN, sentencesOf } from '../../../../contract/sandbox/outcomes.ts'
import { api } from '../../api/client.ts'
import { parseMajor } from '../../format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Empty, Problem } from '../../ui/note.tsx'
import { Outcomes } from '../../ui/outcomes.tsx'

export function ReceiveForm({ accounts }: { accounts: readonly OwnedAccount[] }) {
  const navigate = useNavigate()
  const receivers = accounts.filter(({ customerId, status }) => customerId !== undefined && status === 'ACTIVE')
  const [sender, setSender] = useState(`$bob@${SANDBOX_UMA_DOMAIN}`)
  const [chosen, setChosen] = useState<string>()
  const [amount, setAmount] = useState('')
  const [isTried, setTried] = useState(false)
  const receiver = receivers.find(({ id }) => id === chosen) ?? receivers[0]
  const currency = receiver?.balance.currency
  const minor = currency && parseMajor(amount, currency.decimals)
  const receive = useMutation({
    mutationFn: (receivingCurrencyAmount: number) =>
      api('sandboxReceive', {
        body: {
          senderUmaAddress: sender.trim(),
          customerId: receiver?.customerId as string,
          receivingCurrencyCode: currency?.code as string,
          receivingCurrencyAmount,
        },
      }),
    onSuccess: ({ id }) => navigate({ to: '/payments/$id', params: { id } }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (minor) receive.mutate(minor)
  }
  return (
    <Card title="Receive a payment">
      {receivers.length === 0 ? (
        <Empty isCompact title="No customer has an account">
          Create a customer first, on the page Customers.
        </Empty>
      ) : (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField label="Sender" isCode value={sender} onChange={setSender} />
            <SelectField label="Receiver" value={receiver?.id ?? ''} onChange={setChosen}>
              {receivers.map(({ id, ownerName, balance }) => (
                <option key={id} value={id}>
                  {ownerName}, {balance.currency.code}
                </option>
              ))}
            </SelectField>
          </div>
          <AmountField
            label="Amount"
            currency={currency?.code ?? ''}
            value={amount}
            onChange={setAmount}
            fault={isTried && !minor ? `Enter an amount with at most ${currency?.decimals ?? 0} decimals.` : undefined}
            hint="If a webhook endpoint is set, it has five seconds to accept the payment."
          />
          <Problem error={receive.error} />
          <Button type="submit" look="primary" disabled={receive.isPending} className="self-start max-sm:w-full">
            {receive.isPending ? 'Receiving …' : 'Receive'}
          </Button>
          <Outcomes
            rows={sentencesOf(FAILING_SENDERS).map(([name, scenario]) => [`$${name}@${SANDBOX_UMA_DOMAIN}`, scenario])}
          >
            Payments from these senders fail; all others arrive.
          </Outcomes>
        </form>
      )}
    </Card>
  )
}
