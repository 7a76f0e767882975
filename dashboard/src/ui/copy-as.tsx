/** Buttons that copy a call as curl and as TypeScript. */
import { Button } from './button.tsx'
import { useCopy } from './copy.tsx'
import { Icon } from './icon.tsx'

/** A text that is absent cannot be copied yet. */
interface CopyAsProps {
  curl: string | undefined
  typeScript: string | undefined
}

export function CopyAs({ curl, typeScript }: CopyAsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <CopyButton format="curl" text={curl} />
      <CopyButton format="TypeScript" text={typeScript} />
    </div>
  )
}

function CopyButton({ format, text }: { format: string; text: string | undefined }) {
  const { copied, copy } = useCopy(text ?? '')
  return (
    <Button look="quiet" size="small" onClick={copy} disabled={text === undefined}>
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status">{copied ? 'Copied' : `Copy as ${format}`}</span>
    </Button>
  )
}
