/** Consent of the wallets that pay for a card: its state, and the buttons that give and revoke it. */
import { useQuery } from '@tanstack/react-query'
import type { InternalAccount } from '../../../../../contract/accounts/internal-accounts.ts'
import type { Card as CardResource } from '../../../../../contract/cards/cards.ts'
import { delegatedKeysQuery } from '../../../api/cards.ts'
import { recordedApi } from '../../../api/recorded-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { ErrorBanner } from '../../wallet/signing/error-banner.tsx'
import { useSignedWallet, useWalletMutation } from '../../wallet/signing/wallet-mutation.ts'
import { cardName } from '../card-face.tsx'
import { SignInToWallet } from '../signing.tsx'
import { shortOf } from './source-list.tsx'

interface ConsentsProps {
  readonly card: CardResource
  /** All accounts of the cardholder. */
  readonly accounts: readonly InternalAccount[]
}

export function Consents({ card, accounts }: ConsentsProps) {
  const wallets = accounts.filter(
    ({ id, type }) => type === 'EMBEDDED_WALLET' && (card.fundingSources as readonly string[]).includes(id),
  )
  if (wallets.length === 0) return null
  return (
    <section aria-label="Wallet consent" className="flex flex-col gap-2 rounded-xl bg-sunken p-4">
      <p className="text-sm text-muted">
        A wallet pays for the card only with its holder’s consent. The holder signs once, for the card and its spending
        limit; revoking needs no signature.
      </p>
      {wallets.map(({ id }) => (
        <Consent key={id} card={card} accountId={id} />
      ))}
    </section>
  )
}

function Consent({ card, accountId }: { card: CardResource; accountId: string }) {
  const { data } = useQuery(delegatedKeysQuery(card.id))
  const key = data?.find((known) => known.accountId === accountId && known.status === 'ACTIVE')
  const signed = useSignedWallet(accountId)
  const give = useWalletMutation(async () => signed?.allowCard(card.id, cardName(card)))
  const end = useWalletMutation(async () => key && recordedApi('revokeDelegatedKey', { params: { id: key.id } }))
  if (!data) return null
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-40 first-letter:uppercase">{shortOf(accountId)}</span>
        <Status of={key ? 'ACTIVE' : 'NOT_AUTHORIZED'} />
        {key ? (
          <Button data-needs="MANAGE" size="small" disabled={end.isPending} onClick={() => end.mutate()}>
            Revoke consent
          </Button>
        ) : (
          <Button
            data-needs="MANAGE"
            size="small"
            look="primary"
            disabled={!signed || give.isPending}
            onClick={() => give.mutate()}
          >
            Give consent
          </Button>
        )}
      </div>
      {!key && !signed && <SignInToWallet card={card} />}
      <ErrorBanner error={give.error ?? end.error} />
    </div>
  )
}
