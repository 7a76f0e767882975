/** Field for one file. */
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx'

interface FileFieldProps extends FieldFrameProps {
  /** Media types, separated by commas. */
  readonly accept: string
  readonly onChange: (file: File | undefined) => void
}

export function FileField({ accept, onChange, ...frame }: FileFieldProps) {
  return (
    <FieldFrame {...frame}>
      {(tied) => (
        <input
          {...tied}
          type="file"
          accept={accept}
          onChange={({ target }) => onChange(target.files?.[0])}
          className={`min-w-0 rounded-lg border bg-surface px-3 py-2 file:mr-3 file:rounded-md file:border-0 file:bg-sunken file:px-3 file:py-1 file:text-ink ${frame.fault ? 'border-bad' : 'border-edge'}`}
        />
      )}
    </FieldFrame>
  )
}
