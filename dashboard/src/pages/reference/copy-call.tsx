/** Buttons that copy a call of the reference page as a command and as code. */
import type { AnyInput } from '../../../../client/request.ts'
import { CopyAs } from '../../ui/copy.tsx'
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
  return <CopyAs curl={textFor(asCurl)} typeScript={textFor(asTypeScript)} />
}
