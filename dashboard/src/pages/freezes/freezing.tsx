/** Freeze of the object that a page shows: who made it and why, or the button that makes it. Nothing in the sandbox. */
import { useState } from 'react'
import { useMay, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Ago } from '../../ui/moment.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import { useFreezes } from './freezes.ts'

export function Freezing({ subject }: { subject: string }) {
  const { data } = useFreezes()
  const mayFreeze = useMay('freeze')
  const isProduction = useSession()?.mode === 'production'
  const [isOpen, setOpen] = useState(false)
  if (!isProduction || !data) return null
  const frozen = data.freezes.find((freeze) => freeze.subject === subject)
  if (!frozen && !mayFreeze) return null
  return (
    <section
      aria-label="Freeze"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg bg-sunken px-4 py-3"
    >
      {frozen ? (
        <p>
          <span className="font-medium">Frozen by {frozen.frozenBy}</span>, <Ago moment={frozen.since} />: “
          {frozen.reason}”
        </p>
      ) : (
        <p className="text-muted">An operator can freeze it immediately.</p>
      )}
      {mayFreeze && (
        <Button size="small" look={frozen ? 'plain' : 'dangerQuiet'} onClick={() => setOpen(true)}>
          {frozen ? 'Release …' : 'Freeze …'}
        </Button>
      )}
      {isOpen && <FreezeDialog subject={subject} isRelease={frozen !== undefined} onClose={() => setOpen(false)} />}
    </section>
  )
}
