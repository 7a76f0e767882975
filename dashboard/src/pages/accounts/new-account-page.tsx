/** Page that adds an external account: owner, currency and type, held in the address, and the form for them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CURRENCIES, isKnownCurrency, type KnownCurrency } from '../../../../contract/currencies.ts'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { accountTypesFor, formsOf, nameOf } from '../../../../contract/payments/external-accounts/account-forms.ts'
import type { AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import { CUSTOMERS_SHOWN, customersQuery } from '../../api/external-accounts.ts'
import { overviewQuery } from '../../api/queries.ts'
import { customerName } from '../../format/customer.ts'
import { Card } from '../../ui/card.tsx'
import { ChoiceCards } from '../../ui/fields/choice-cards.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { AccountForm } from './account-form.tsx'
import { railWord } from './facts.ts'

export const PLATFORM = 'platform'

export function NewAccountPage() {
  const { owner, currency = '', type } = useSearch({ from: '/accounts/new' })
  const navigate = useNavigate({ from: '/accounts/new' })
  const overview = useQuery(overviewQuery)
  const customers = useQuery(customersQuery)
  const set = (search: { owner?: string; currency?: string; type?: string }) =>
    navigate({ search: (before) => ({ ...before, ...search }), replace: true, resetScroll: false })
  const types = isKnownCurrency(currency) ? accountTypesFor(currency) : []
  const accountType = types.find((name) => name === type) ?? types[0]
  const isReady = customers.data && overview.data
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>Add an account · Causeway</title>
      <div>
        <p className="text-sm text-muted">
          <Link to="/accounts" className="rounded hover:text-ink hover:underline">
            External accounts
          </Link>
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">Add an account</h1>
        <p className="mt-1 text-muted">A bank account, mobile money account or wallet outside Causeway.</p>
      </div>
      <Problem error={customers.error ?? overview.error} />
      {!isReady && !customers.error && !overview.error && <Waiting lines={8} />}
      {isReady && (
        <>
          <Card title="Owner and currency">
            <div className="flex flex-col gap-4 pt-1">
              <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
                <OwnerChoice
                  platform={overview.data.platform.name}
                  customers={customers.data.data}
                  hasMore={customers.data.hasMore}
                  selected={owner}
                  onSelect={(id) => set({ owner: id })}
                />
                <CurrencyChoice selected={currency} onSelect={(code) => set({ currency: code, type: undefined })} />
              </div>
              {types.length > 1 && (
                <TypeChoice types={types} selected={accountType} onSelect={(name) => set({ type: name })} />
              )}
            </div>
          </Card>
          {owner && accountType && (
            <AccountForm
              key={`${accountType} ${currency}`}
              owner={owner}
              currency={currency}
              accountType={accountType}
              isSandbox={overview.data.mode === 'sandbox'}
            />
          )}
          {!(owner && accountType) && <p className="px-1 text-muted">Choose both to see the fields.</p>}
        </>
      )}
    </div>
  )
}

interface OwnerChoiceProps {
  readonly platform: string
  readonly customers: readonly Customer[]
  readonly hasMore: boolean
  readonly selected: string | undefined
  readonly onSelect: (owner: string) => void
}

function OwnerChoice({ platform, customers, hasMore, selected = '', onSelect }: OwnerChoiceProps) {
  const isElsewhere = selected.startsWith('Customer:') && !customers.some(({ id }) => id === selected)
  return (
    <SelectField
      label="Owner"
      value={selected}
      onChange={onSelect}
      hint={
        hasMore
          ? `Showing the newest ${CUSTOMERS_SHOWN} customers. To select another one, add ?owner= and its id to the address.`
          : undefined
      }
    >
      <option value="" disabled>
        Choose …
      </option>
      <option value={PLATFORM}>{platform}, the platform itself</option>
      <optgroup label="Customers">
        {isElsewhere && <option value={selected}>{selected}</option>}
        {customers.map((customer) => (
          <option key={customer.id} value={customer.id}>
            {customerName(customer)}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

const CODES = (Object.keys(CURRENCIES) as KnownCurrency[]).sort()

function CurrencyChoice({ selected, onSelect }: { selected: string; onSelect: (code: string) => void }) {
  return (
    <SelectField label="Currency" value={selected} onChange={onSelect}>
      <option value="" disabled>
        Choose …
      </option>
      {(['FIAT', 'CRYPTO'] as const).map((kind) => (
        <optgroup key={kind} label={kind === 'FIAT' ? 'Fiat' : 'Crypto'}>
          {CODES.filter((code) => CURRENCIES[code].kind === kind).map((code) => (
            <option key={code} value={code}>
              {code} · {CURRENCIES[code].name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

interface TypeChoiceProps {
  readonly types: readonly AccountType[]
  readonly selected: AccountType | undefined
  readonly onSelect: (accountType: AccountType) => void
}

function TypeChoice({ types, selected, onSelect }: TypeChoiceProps) {
  const options = types.map((accountType) => ({
    value: accountType,
    title: nameOf(accountType),
    detail: [...new Set(formsOf(accountType).flatMap(({ rails }) => rails))].map(railWord).join(', '),
  }))
  return <ChoiceCards legend="Account type" options={options} selected={selected} onSelect={onSelect} />
}
