/** Texts that are copied to the clipboard on click. */
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1600

/** Copies, and briefly confirms it. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  // Browsers give pages a clipboard on localhost and https only; elsewhere the text can still be selected.
  return { copied, copy: () => void navigator.clipboard?.writeText(text).then(() => setCopied(true)) }
}

/** Copies the text beside the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={copy}
      title={text}
      aria-label={`Copy ${label}`}
      className={`rounded-md p-1.5 hover:bg-sunken ${copied ? 'text-done' : 'text-muted'}`}
    >
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </button>
  )
}

export function Copyable({ text, label, shown = text }: { text: string; label: string; shown?: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={copy}
      title={text}
      aria-label={`Copy ${label}: ${shown || text}`}
      className="inline-flex max-w-full items-center gap-2 rounded-md px-1.5 py-1 font-mono text-sm text-ink hover:bg-sunken"
    >
      <span className="truncate">{shown}</span>
      <span role="status" className={copied ? 'text-done' : 'text-muted'}>
        <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
        {copied && <span className="sr-only">Copied</span>}
      </span>
    </button>
  )
}

/** A text that is absent cannot be copied yet. */
interface CopyAsProps {
  curl: string | undefined
  typeScript: string | undefined
}

/** Copies a call as curl and as TypeScript. */
export function CopyAs({ curl, typeScript }: CopyAsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <CopyAsButton format="curl" text={curl} />
      <CopyAsButton format="TypeScript" text={typeScript} />
    </div>
  )
}

function CopyAsButton({ format, text }: { format: string; text: string | undefined }) {
  const { copied, copy } = useCopy(text ?? '')
  return (
    <Button look="quiet" size="small" onClick={copy} disabled={text === undefined}>
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status">{copied ? 'Copied' : `Copy as ${format}`}</span>
    </Button>
  )
}
