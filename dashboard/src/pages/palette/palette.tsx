/** Search over pages, actions, customers, accounts, payments, cards, agents and ids, used by keyboard or pointer. */
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useEntries } from './entries.ts'
import type { Entry } from './places.ts'

/** Pause in the typing after which the API is called. */
const PAUSE_MS = 150

interface PaletteProps {
  readonly isSandbox: boolean
  readonly onClose: () => void
}

export function Palette({ isSandbox, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const entries = useEntries(usePaused(text.trim()), isSandbox)
  const list = useId()
  const active = entries[Math.min(chosen, entries.length - 1)]
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (active) document.getElementById(`${list}${active.key}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, list])

  const open = ({ to, params, search }: Entry) => {
    onClose()
    navigate({ to, params, search })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      open(active)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      // A click on the backdrop has the dialog as its target.
      onClick={({ target }) => target === dialog.current && onClose()}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      className="mx-auto mt-[10vh] mb-auto w-[min(38rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-0 text-ink shadow-card"
    >
      <div className="flex items-center gap-3 border-b border-line px-5">
        <Icon name="search" className="text-muted" />
        <input
          autoFocus
          role="combobox"
          aria-label="Search"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-activedescendant={active && `${list}${active.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, amount, reference, page, or any id"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
      </div>
      <div id={list} role="listbox" aria-label="Found" className="max-h-[60vh] overflow-y-auto p-2">
        {[...Map.groupBy(entries, ({ group }) => group)].map(([group, found]) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
              {group}
            </p>
            {found.map((entry) => (
              <Option
                key={entry.key}
                id={`${list}${entry.key}`}
                entry={entry}
                isActive={entry === active}
                onOpen={() => open(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={entries.length > 0 ? 'sr-only' : 'px-5 pb-5 text-muted'}>
        {entries.length > 0
          ? `${entries.length} found`
          : 'Nothing found. Names and amounts are searched among the newest payments.'}
      </p>
    </dialog>
  )
}

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onOpen: () => void
}

function Option({ id, entry: { title, detail }, isActive, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the field, which names the active option
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onOpen}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken aria-selected:bg-accent-soft"
    >
      <span className="shrink-0 font-medium">{title}</span>
      {detail && <span className="min-w-0 truncate text-sm text-muted aria-selected:text-ink">{detail}</span>}
    </div>
  )
}

/** The text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
