/** Other banks of the sandbox, with the UMA addresses of their customers: each leads to its lookup. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { otherBanksQuery } from '../both-sides/banks.ts'

/** Nothing where the sandbox has one bank. */
export function OtherBanks() {
  const { data } = useQuery(otherBanksQuery)
  return data?.map(({ id, name, umaDomain, addresses }) => (
    <section key={id} aria-label={name} className="rounded-xl bg-sunken px-4 py-3 text-sm">
      <p className="text-muted">
        <span className="font-semibold">Sandbox:</span> {name}, at <span className="font-mono">{umaDomain}</span>, is a
        second bank with its own ledger. Its customers:
      </p>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
        {addresses.map(({ umaAddress, name: owner }) => (
          <li key={umaAddress}>
            <Link
              to="/payments/new"
              search={({ from, amount }: { from?: string; amount?: string }) => ({
                from,
                amount,
                to: 'uma',
                address: umaAddress,
              })}
              className="rounded font-mono text-accent underline decoration-accent/40 hover:decoration-accent"
            >
              {umaAddress}
            </Link>{' '}
            <span className="text-muted">{owner}</span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
