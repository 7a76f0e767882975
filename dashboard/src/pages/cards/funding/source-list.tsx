/** Order of funding sources: dragged by the handle, or moved with buttons. */
import { useEffect, useRef, useState } from 'react'
import type { InternalAccount } from '../../../../../contract/accounts/internal-accounts.ts'
import type { Card } from '../../../../../contract/cards/cards.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'

export type SourceIds = Card['fundingSources']

interface SourceListProps {
  readonly order: SourceIds
  readonly accounts: readonly InternalAccount[]
  readonly onChange: (order: SourceIds) => void
  /** Even the last one can be removed. */
  readonly canBeEmpty?: boolean
}

export function SourceList({ order, accounts, onChange, canBeEmpty = false }: SourceListProps) {
  const [announcement, setAnnouncement] = useState('')
  const move = (id: string, place: number) => {
    onChange(moved(order, id, place))
    setAnnouncement(`${shortOf(id)} is now number ${place + 1} of ${order.length}`)
  }
  const { list, dragged, start } = useDrag(order, move)
  return (
    <>
      <ol ref={list} aria-label="Funding sources, in the order in which they are tried" className="flex flex-col gap-2">
        {order.map((id, place) => (
          <li
            key={id}
            className={`flex items-center gap-2 rounded-xl border bg-surface py-2 pr-2 transition-shadow ${dragged === id ? 'border-accent shadow-card' : 'border-line'}`}
          >
            <span
              onPointerDown={(event) => {
                // Otherwise the browser starts to select text.
                event.preventDefault()
                start(id)
              }}
              title="Drag to another place"
              aria-hidden="true"
              className="cursor-grab touch-none py-2 pl-2.5 text-muted active:cursor-grabbing"
              data-testid={`grip-${place + 1}`}
            >
              <Icon name="grip" size="size-5" />
            </span>
            <span className="money grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-sm font-medium">
              {place + 1}
            </span>
            <SourceName id={id} account={accounts.find((account) => account.id === id)} />
            <PlaceButtons name={shortOf(id)} place={place} count={order.length} onMove={(to) => move(id, to)} />
            <IconButton
              icon="cross"
              label={`Remove ${shortOf(id)}`}
              isDisabled={order.length === 1 && !canBeEmpty}
              onPress={() => onChange(order.filter((other) => other !== id) as unknown as SourceIds)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

/** The end of an id distinguishes it. */
export const shortOf = (id: string): string => `account ··${id.slice(-4)}`

function SourceName({ id, account }: { id: string; account: InternalAccount | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium first-letter:uppercase">{shortOf(id)}</span>
      {account && <Money of={account.balance} className="block truncate text-sm text-muted" />}
    </span>
  )
}

interface PlaceButtonsProps {
  readonly name: string
  readonly place: number
  readonly count: number
  readonly onMove: (to: number) => void
}

function PlaceButtons({ name, place, count, onMove }: PlaceButtonsProps) {
  return (
    <>
      <IconButton icon="up" label={`Move ${name} up`} isDisabled={place === 0} onPress={() => onMove(place - 1)} />
      <IconButton
        icon="down"
        label={`Move ${name} down`}
        isDisabled={place === count - 1}
        onPress={() => onMove(place + 1)}
      />
    </>
  )
}

interface IconButtonProps {
  readonly icon: 'up' | 'down' | 'cross'
  readonly label: string
  readonly isDisabled: boolean
  readonly onPress: () => void
}

/** Not `disabled`, which would drop the focus when a line reaches the end. */
function IconButton({ icon, label, isDisabled, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onPress()}
      className="grid size-8 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-35 aria-disabled:hover:bg-transparent"
    >
      <Icon name={icon} />
    </button>
  )
}

function moved(order: SourceIds, id: string, place: number): SourceIds {
  const others = order.filter((other) => other !== id)
  return [...others.slice(0, place), id, ...others.slice(place)] as unknown as SourceIds
}

/** The dragged row takes the place of the one under the pointer, with mouse, pen and touch. */
function useDrag(order: SourceIds, onMove: (id: string, place: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string>()
  useEffect(() => {
    if (dragged === undefined) return
    const follow = ({ clientY }: PointerEvent) => {
      const lines = [...(list.current?.children ?? [])].map((line) => line.getBoundingClientRect())
      const found = lines.findIndex(({ bottom }) => clientY < bottom)
      const place = found === -1 ? lines.length - 1 : found
      if ((order as readonly string[]).indexOf(dragged) !== place) onMove(dragged, place)
    }
    const end = () => setDragged(undefined)
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
    }
  })
  return { list, dragged, start: setDragged }
}
