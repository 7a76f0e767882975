/** Form for one type of external account, with the fields that its definition lists. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { ExternalAccountCreateRequest } from '../../../../client/operations.generated.ts'
import {
  type AccountFieldSet,
  type BeneficiaryType,
  beneficiaryForm,
  formsOf,
  nameOf,
} from '../../../../contract/payments/external-accounts/account-forms.ts'
import type { AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import { BENEFICIARY_OUTCOMES, PAYOUT_OUTCOMES, sentencesOf } from '../../../../contract/sandbox/outcomes.ts'
import { ownerKindOf, registerAccount } from '../../api/external-accounts.ts'
import { FieldGroup } from '../../forms/field-group.tsx'
import { fieldErrors } from '../../forms/refusal.ts'
import { useTyped } from '../../forms/typed.ts'
import { type Group, toObject } from '../../forms/values.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceCards } from '../../ui/fields/choice-cards.tsx'
import { Outcomes } from '../../ui/outcomes.tsx'
import { railWord } from './facts.ts'
import { type OwnFacts, OwnUse } from './own-use.tsx'
import { RefusalNote } from './refusal-note.tsx'

const OUTCOMES = [...sentencesOf(PAYOUT_OUTCOMES), ...sentencesOf(BENEFICIARY_OUTCOMES)]

interface AccountFormProps {
  /** A customer's id, or `platform`. */
  readonly owner: string
  readonly currency: string
  readonly accountType: AccountType
  readonly isSandbox: boolean
}

export function AccountForm({ owner, currency, accountType, isSandbox }: AccountFormProps) {
  const fieldSets = formsOf(accountType)
  const owners = beneficiaryForm(accountType)
  const [identifierName, setIdentifierName] = useState(fieldSets[0]?.identifier.name)
  const [beneficiaryType, setBeneficiaryType] = useState<BeneficiaryType>('INDIVIDUAL')
  const [own, setOwn] = useState<OwnFacts>({ platformAccountId: '', isDefault: false })
  const fieldSet = fieldSets.find(({ identifier }) => identifier.name === identifierName) ?? fieldSets[0]
  const account: Group = { path: 'accountInfo', fields: fieldSet?.fields ?? [] }
  const beneficiary: Group = { path: 'accountInfo.beneficiary', fields: owners.fields[beneficiaryType] }
  const groups = [account, beneficiary]
  const typed = useTyped(groups)

  const client = useQueryClient()
  const navigate = useNavigate()
  const register = useMutation({
    mutationFn: (request: ExternalAccountCreateRequest) => registerAccount(request),
    onError: (error) =>
      typed.refuse(
        fieldErrors(error, groups, {
          moved: { accountInfo: `accountInfo.${fieldSet?.identifier.name}` },
          others: ['platformAccountId'],
        }),
        error,
      ),
    onSuccess: (added) => {
      client.invalidateQueries()
      navigate({ to: '/accounts/$id', params: { id: added.id }, search: { of: ownerKindOf(added), added: 'yes' } })
    },
  })
  const customerId = owner.startsWith('Customer:') ? (owner as `Customer:${string}`) : undefined
  const named = () => {
    const facts = toObject(beneficiary, typed.texts)
    const isNamed = owners.isRequired || Object.keys(facts).length > 0
    return isNamed && { beneficiary: { beneficiaryType, ...facts } }
  }
  const request = () => ({
    currency,
    accountInfo: {
      accountType,
      ...toObject(account, typed.texts),
      ...named(),
    } as ExternalAccountCreateRequest['accountInfo'],
    ...(own.platformAccountId.trim() && { platformAccountId: own.platformAccountId.trim() }),
    ...(customerId && { customerId, ...(own.isDefault && { defaultUmaDepositAccount: true }) }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    register.reset()
    if (typed.isValid()) register.mutate(request())
  }
  return (
    <form ref={typed.form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <IdentifierCard
        accountType={accountType}
        fieldSet={fieldSet}
        onIdentifier={setIdentifierName}
        isSandbox={isSandbox}
      >
        <FieldGroup group={account} {...typed.props} />
      </IdentifierCard>
      <Card title={owners.isRequired ? 'Beneficiary' : 'Owner of the wallet (optional)'}>
        <div className="flex flex-col gap-4 pt-1">
          <ChoiceCards
            legend="Account holder"
            selected={beneficiaryType}
            onSelect={setBeneficiaryType}
            options={[
              { value: 'INDIVIDUAL', title: 'Individual' },
              { value: 'BUSINESS', title: 'Business' },
            ]}
          />
          <FieldGroup group={beneficiary} {...typed.props} />
        </div>
      </Card>
      <OwnUse
        value={own}
        onChange={setOwn}
        fault={typed.props.faults.platformAccountId}
        canTakeDeposits={customerId !== undefined}
      />
      <RefusalNote error={register.error} owner={owner} isBeside={typed.isRefused} />
      <Button type="submit" look="primary" disabled={register.isPending} className="self-start max-sm:w-full">
        {register.isPending ? 'Adding …' : 'Add the account'}
      </Button>
    </form>
  )
}

interface IdentifierCardProps {
  readonly accountType: AccountType
  readonly fieldSet: AccountFieldSet | undefined
  readonly onIdentifier: (identifier: string) => void
  readonly isSandbox: boolean
  readonly children: ReactNode
}

/** The account's fields, after the choice of its identifier where there are several. */
function IdentifierCard({ accountType, fieldSet, onIdentifier, isSandbox, children }: IdentifierCardProps) {
  const fieldSets = formsOf(accountType)
  return (
    <Card
      title={nameOf(accountType)}
      aside={<span className="text-sm text-muted">{fieldSet?.rails.map(railWord).join(', ')}</span>}
    >
      <div className="flex flex-col gap-4 pt-1">
        {fieldSets.length > 1 && (
          <ChoiceCards
            legend="Identifier"
            selected={fieldSet?.identifier.name}
            onSelect={onIdentifier}
            options={fieldSets.map(({ identifier, rails }) => ({
              value: identifier.name,
              title: identifier.label,
              detail: rails.map(railWord).join(', '),
            }))}
          />
        )}
        {children}
        {isSandbox && (
          <Outcomes rows={OUTCOMES}>
            The last three characters of “{fieldSet?.identifier.label}” select what happens; payments to all others
            arrive.
          </Outcomes>
        )}
      </div>
    </Card>
  )
}
