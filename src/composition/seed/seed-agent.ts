/** Seed agent: Ada, who pays Northwind's bills, with one payment that waits for approval. */
import type { AgentPolicyRequest } from '../../../contract/agents/agent-policies.ts'
import { wireId } from '../../core/ids.ts'
import { submitAction } from '../../domain/agents/actions/submit-action.ts'
import { createAgent } from '../../domain/agents/create-agent.ts'
import {
  generateAccessToken,
  generateDeviceCode,
  hashDeviceCode,
} from '../../domain/agents/device-codes/device-code.ts'
import { redeemAgentDeviceCode } from '../../domain/agents/device-codes/redeem-agent-device-code.ts'
import { registerExternalAccount } from '../../domain/payments/external-accounts/register-external-account.ts'
import type { Rows } from '../../engine/rows.ts'
import { hashSecret } from '../../infra/crypto/secrets.ts'
import type { App } from '../app.ts'

const POLICY: AgentPolicyRequest = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'CREATE_TRANSFERS'],
  spendingLimits: {
    currency: 'USD',
    perTransactionLimit: 50_000,
    dailyLimit: 100_000,
    dailyTransactionLimit: 10,
    monthlyLimit: 500_000,
  },
  approvalThresholds: { currency: 'USD', amount: 20_000 },
}
/** 300.00 USD: above the approval threshold, within the limits. */
const REQUESTED = 30_000n

/** The customer that Ada acts for; bare ids. */
interface Customer {
  readonly id: string
  readonly dollarsId: string
}

/** The access token is not kept: a program becomes Ada by redeeming a new device code. */
export function seedAgent({ keys }: App, { id: customerId, dollarsId }: Customer): (rows: Rows) => void {
  const codeHash = hashDeviceCode(keys, generateDeviceCode())
  const tokenHash = hashSecret(keys.tokens, generateAccessToken())
  return (rows) => {
    const supplier = registerExternalAccount(
      rows,
      {
        customerId: wireId('Customer', customerId),
        currency: 'USD',
        platformAccountId: 'harbor-paper',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          routingNumber: '021000021',
          accountNumber: '4000123719',
          beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Harbor Paper Co.' },
        },
      },
      { status: 'MATCHED', name: 'Harbor Paper Co.' },
    )
    const agent = {
      name: 'Ada',
      customerId: wireId('Customer', customerId),
      policy: POLICY,
      codeHash,
      actor: 'Sandbox',
    }
    createAgent(rows, agent)
    const { id } = redeemAgentDeviceCode(rows, { codeHash, tokenHash })
    submitAction(rows, {
      by: { id, tokenHash },
      request: {
        type: 'TRANSFER_OUT',
        sourceId: wireId('InternalAccount', dollarsId),
        destinationId: wireId('ExternalAccount', supplier.id),
        amount: REQUESTED,
      },
      operation: 'agentCreateTransferOut',
      rates: onlyDollars,
      verdict: {},
    })
  }
}

function onlyDollars(): never {
  throw new Error('Seed payments are in the currency of the limits')
}
