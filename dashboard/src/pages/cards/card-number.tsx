/** Card number: the issuer's page in a frame whose content this page cannot read. */
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Card } from '../../../../contract/cards/cards.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'

/** The number does not stay on an unattended screen. The issuer's link is valid for longer. */
const SHOWN_MS = 60_000

export function CardNumber({ id }: { id: Card['id'] }) {
  // Each reply has a new address, valid for minutes: it is fetched when it is shown, and not stored.
  const show = useMutation({ mutationFn: () => api('getCardById', { params: { id } }), gcTime: 0 })
  const address = show.data?.panEmbedUrl
  const { reset } = show
  useEffect(() => {
    if (!address) return
    const timer = setTimeout(reset, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [address, reset])
  return (
    <div className="flex flex-col gap-2">
      <Button
        data-needs="MANAGE"
        disabled={show.isPending}
        aria-expanded={address !== undefined}
        onClick={() => (address ? reset() : show.mutate())}
      >
        {address ? 'Hide the number' : 'Show the number'}
      </Button>
      <Problem error={show.error} />
      {address && (
        <figure className="animate-arrive overflow-hidden rounded-xl border border-line">
          <iframe
            src={address}
            title="Number, expiry and code of the card, shown by its issuer"
            sandbox=""
            referrerPolicy="no-referrer"
            className="block h-28 w-full"
          />
          <figcaption className="border-t border-line bg-sunken px-4 py-2 text-sm text-muted">
            The issuer’s page on its own origin. Neither this page nor the service can read its content.
          </figcaption>
        </figure>
      )}
    </div>
  )
}
