/** Button that exports all payments of a filter as CSV, with progress. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { type PaymentFilter, paymentQueryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'
import { csvHeader, csvRow } from './csv.ts'

/** Largest page of the API. */
const PAGE_MAX = 100

export function ExportButton({ filter }: { filter: Omit<PaymentFilter, 'limit'> }) {
  const [count, setCount] = useState(0)
  const exported = useMutation({
    mutationFn: async () => {
      const parts = [csvHeader]
      let rows = 0
      const pages = api.listTransactions(paymentQueryFor({ ...filter, limit: PAGE_MAX })).pages()
      for await (const { data } of pages) {
        parts.push(data.map(csvRow).join(''))
        rows += data.length
        setCount(rows)
      }
      save(new Blob(parts, { type: 'text/csv' }))
    },
  })
  return (
    <>
      <Button
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

function save(file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = 'payments.csv'
  link.click()
  URL.revokeObjectURL(address)
}
