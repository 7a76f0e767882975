/** API calls behind a payment, to be copied. */
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useCopy } from '../../../ui/copy.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { curlCommands } from './curl.ts'

export function CurlCard({ history }: { history: TransactionHistory }) {
  const text = curlCommands(history, window.location.origin)
  const { copied, copy } = useCopy(text)
  if (!text) return null
  const button = (
    <Button look="quiet" size="small" onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status">{copied ? 'Copied' : 'Copy as curl'}</span>
    </Button>
  )
  return (
    <Card title="API" aside={button}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="max-h-[34rem] overflow-auto rounded-xl bg-sunken p-4 font-mono text-[0.8rem] leading-relaxed"
      >
        {text}
      </pre>
    </Card>
  )
}
