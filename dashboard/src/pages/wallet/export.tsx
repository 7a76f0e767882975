/** Export of a wallet: the mnemonic arrives encrypted to this window, and stays hidden until it is revealed. */
import { useState } from 'react'
import type { Wallet } from '../../api/wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBanner } from './signing/error-banner.tsx'
import { useSignedWallet, useWalletMutation } from './signing/wallet-mutation.ts'

export function Export({ wallet }: { wallet: Wallet }) {
  const signed = useSignedWallet(wallet.id)
  const [words, setWords] = useState<readonly string[]>()
  // Exports of a sandbox are not signed by the service.
  const take = useWalletMutation(
    async () => signed?.export(undefined),
    (mnemonic) => setWords(mnemonic?.split(' ')),
  )
  return (
    <Card title="Export wallet">
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          The recovery phrase controls the wallet permanently, without any credential.
          {!signed && ' Exporting it needs a signature: sign in first.'}
        </p>
        <ErrorBanner error={take.error} />
        {words ? (
          <Words words={words} onForget={() => setWords(undefined)} />
        ) : (
          <Button
            disabled={!signed || take.isPending}
            onClick={() => take.mutate()}
            className="self-start max-sm:w-full"
          >
            {take.isPending ? 'Exporting …' : 'Export'}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Words({ words, onForget }: { words: readonly string[]; onForget: () => void }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex animate-arrive flex-col gap-4">
      <p role="status">Decrypted in this window: {words.length} words.</p>
      {isShown && (
        <ol
          aria-label="Recovery phrase"
          className="grid animate-arrive grid-cols-2 gap-2 rounded-xl border border-wait bg-wait-soft p-4 sm:grid-cols-3"
        >
          {words.map((word, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice; its position identifies it
            <li key={place} className="flex gap-2 font-mono">
              <span className="money w-6 text-right text-wait">{place + 1}</span>
              {word}
            </li>
          ))}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setShown(!isShown)}>{isShown ? 'Hide phrase' : 'Show phrase'}</Button>
        <Button look="quiet" onClick={onForget}>
          Discard
        </Button>
      </div>
    </div>
  )
}
