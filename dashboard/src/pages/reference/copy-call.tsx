/** Buttons that copy a call of the reference page as a command and as code. */
import type { AnyInput } from '../../../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { asCurl, asTypeScript } from './call.ts'
import type { DocumentedOperation } from './document.ts'

interface CopyCallProps {
  readonly operation: DocumentedOperation
  /** @throws SyntaxError when the body is not JSON: then nothing can be copied */
  readonly input: () => AnyInput
}

export function CopyCall({ operation, input }: CopyCallProps) {
  const textFor = (format: typeof asCurl): string | undefined => {
    try {
      return format(operation, input())
    } catch {
      return undefined
    }
  }
  return (
    <div className="flex gap-1">
      <CopyAs word="curl" text={textFor(asCurl)} />
      <CopyAs word="TypeScript" text={textFor(asTypeScript)} />
    </div>
  )
}

function CopyAs({ word, text }: { word: string; text: string | undefined }) {
  const { copied, copy } = useCopy(text ?? '')
  return (
    <Button look="quiet" size="small" onClick={copy} disabled={text === undefined}>
      <Icon name={copied ? 'check' : 'copy'} size="size-3.5" />
      <span role="status">{copied ? 'Copied' : `Copy as ${word}`}</span>
    </Button>
  )
}
