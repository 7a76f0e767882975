/** One side of a posting: the account's name, and its balance right after. */
import type { PostingSide as Side } from '../../../../contract/ledger/postings.ts'
import { formatMinor } from '../../format/money.ts'
import { Icon } from '../../ui/icon.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'

export function PostingSide({ side: { id, name, about, after }, decimals }: { side: Side; decimals: number }) {
  return (
    <>
      <span title={about} className="inline-flex items-center gap-1.5">
        {about && <Icon name="house" size="size-3.5" className="text-muted" />}
        <ObjectLink id={id} className="hover:text-accent hover:underline">
          {name}
        </ObjectLink>
      </span>
      {after !== undefined && (
        <span className="money block text-sm text-muted">balance {formatMinor(after, decimals)}</span>
      )}
    </>
  )
}
