/** Button that exports all pages of a list as a CSV file, with progress. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Problem } from '../note.tsx'

interface ExportButtonProps {
  /** Name of the file. */
  readonly file: string
  readonly header: string
  /** Lines of one page after another. */
  readonly pages: () => AsyncIterable<readonly string[]>
}

export function ExportButton({ file, header, pages }: ExportButtonProps) {
  const [count, setCount] = useState(0)
  const exported = useMutation({
    mutationFn: async () => {
      const parts = [header]
      let rows = 0
      for await (const lines of pages()) {
        parts.push(lines.join(''))
        rows += lines.length
        setCount(rows)
      }
      save(new Blob(parts, { type: 'text/csv' }), file)
    },
  })
  return (
    <>
      <Button
        size="small"
        disabled={exported.isPending}
        onClick={() => {
          setCount(0)
          exported.mutate()
        }}
      >
        {exported.isPending ? `Exporting ${count.toLocaleString('en')} …` : 'Export CSV'}
      </Button>
      <Problem error={exported.error} />
    </>
  )
}

function save(content: Blob, file: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}
