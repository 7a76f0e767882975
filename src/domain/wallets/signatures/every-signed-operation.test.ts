/** Signed operation tests: every case of the failure table, both signature formats and both header names, for every signed operation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../../../contract/contract.ts'
import type { Operation } from '../../../../contract/operation.ts'
import { type Reply, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { cardFor } from '../../../../test/harness/cards.ts'
import { quoteBetween } from '../../../../test/harness/cast.ts'
import {
  challengeOf,
  NOT_SIGNED,
  newKeyPair,
  type OpenSession,
  refusal,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  stamp,
  standInPasskey,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** A request that needs a signature, and who can sign it. */
interface Case {
  readonly input: { readonly params?: object; readonly body?: object }
  readonly session: OpenSession
}
type Holder = Awaited<ReturnType<typeof walletWithSession>>
interface Entry {
  readonly status: number
  make(holder: Holder): Promise<Case['input']>
  /** The same request with another body. */
  other?(input: Case['input'], holder: Holder): object
}

const dollarsOf = async ({ wallet }: Holder) => {
  const { data } = await app.ok('listCustomerInternalAccounts', {
    query: { customerId: wallet.customerId, currency: 'USD' },
  })
  return data[0]?.id as `InternalAccount:${string}`
}
const freshKey = () => ({ clientPublicKey: newKeyPair().publicKey })
let addresses = 0

const SIGNED: Partial<Record<OperationId, Entry>> = {
  createAuthCredential: {
    status: 201,
    make: async ({ wallet }) => ({ body: standInPasskey(wallet.id) }),
    other: ({ body }) => ({ ...body, nickname: 'Another phone' }),
  },
  revokeAuthCredential: {
    status: 204,
    make: async ({ wallet, session }) => {
      const { body } = await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, session)
      return { params: { id: body.id } }
    },
  },
  revokeAuthSession: { status: 204, make: async ({ session }) => ({ params: { id: session.id } }) },
  refreshAuthSession: {
    status: 201,
    make: async ({ session }) => ({ params: { id: session.id }, body: freshKey() }),
    other: freshKey,
  },
  exportInternalAccount: {
    status: 200,
    make: async ({ wallet }) => ({ params: { id: wallet.id }, body: freshKey() }),
    other: freshKey,
  },
  updateInternalAccount: {
    status: 200,
    make: async ({ wallet }) => ({ params: { id: wallet.id }, body: { privateEnabled: true } }),
    other: () => ({ privateEnabled: false }),
  },
  executeQuote: {
    status: 200,
    make: async (holder) => {
      const { id } = await quoteBetween(app, holder.wallet.id, await dollarsOf(holder), 5_000_000)
      return { params: { quoteId: id } }
    },
  },
  updateCardById: {
    status: 200,
    make: async (holder) => {
      const { customerId } = holder.wallet
      const card = await cardFor(app, { customerId: customerId as never, accounts: [await dollarsOf(holder)] })
      return { params: { id: card.id }, body: { state: 'FROZEN' } }
    },
    other: () => ({ state: 'CLOSED' }),
  },
  createDelegatedKey: {
    status: 201,
    make: async ({ wallet }) => {
      const { id } = await cardFor(app, { customerId: wallet.customerId as never, accounts: [wallet.id] })
      return { body: { cardId: id, internalAccountId: wallet.id, nickname: 'Card' } }
    },
    other: ({ body }) => ({ ...body, nickname: 'Another card' }),
  },
  updateCustomerById: {
    status: 200,
    make: async ({ wallet, credential }) => {
      const params = { customerId: wallet.customerId as never }
      await app.ok('updateCustomerById', {
        params,
        body: { customerType: 'INDIVIDUAL', email: credential.nickname },
      })
      return { params, body: { customerType: 'INDIVIDUAL', email: `moved-${++addresses}@example.com` } }
    },
    other: ({ body }) => ({ ...body, email: 'elsewhere@example.com' }),
  },
}
/** Asked by an agent, and signed like `executeQuote`; its tests are with the agents'. */
const BY_AGENTS: OperationId[] = ['agentExecuteQuote']

it('covers every signed operation of the contract', () => {
  const all = Object.entries(contract as Record<string, Operation>).flatMap(([id, { signed }]) => (signed ? [id] : []))
  expect([...Object.keys(SIGNED), ...BY_AGENTS].sort()).toEqual(all.sort())
})

describe.each(Object.entries(SIGNED) as [OperationId, Entry][])('%s', (id, { status, make, other }) => {
  const isOfResource = (contract[id] as Operation).signed === 'EXISTING'
  const send = (input: Case['input'], headers: Record<string, string> = {}) =>
    app.call(id, { ...input, headers } as never) as Promise<Reply<any>>
  const newCase = async (): Promise<Case & { holder: Holder }> => {
    const holder = await walletWithSession(app, 50_000_000)
    return { holder, session: holder.session, input: await make(holder) }
  }
  const asked = (input: Case['input']) => challengeOf(app, id, input as never)
  const faultOf = (reply: Reply<unknown>) => ({ ...refusal(reply), fault: reply.error?.details?.fault })
  const invalid = { ...NOT_SIGNED, fault: 'WALLET_SIGNATURE_INVALID' }

  it('is refused in every case of the failure table, and then executed once by the valid signature', async () => {
    const [{ input, session, holder }, foreign] = [await newCase(), await newCase()]
    const challenge = await asked(input)
    const { requestId, payloadToSign } = challenge
    const right = sign(payloadToSign, session.privateKey)
    const unknown = { requestId: 'Request:019542f5-b3e7-7d02-8000-000000000001' as const }
    const theirs = await asked(foreign.input)

    const tries: [string, Reply<unknown>, string][] = [
      ['no signature', await send(input, { 'request-id': requestId }), 'WALLET_SIGNATURE_MISSING'],
      ['nonsense', await send(input, signatureHeaders(challenge, 'nonsense')), 'WALLET_SIGNATURE_MALFORMED'],
      [
        'another text',
        await send(input, signatureHeaders(challenge, sign(`${payloadToSign} `, session.privateKey))),
        'WALLET_SIGNATURE_INVALID',
      ],
      [
        'another wallet',
        await send(input, signatureHeaders(challenge, stamp(payloadToSign, foreign.session.privateKey))),
        'WALLET_SIGNATURE_INVALID',
      ],
      ['an unknown challenge', await send(input, signatureHeaders(unknown, right)), 'WALLET_SIGNATURE_INVALID'],
      [
        "another request's challenge",
        await send(input, signatureHeaders(theirs, sign(theirs.payloadToSign, foreign.session.privateKey))),
        'WALLET_SIGNATURE_INVALID',
      ],
      ['another path', await send(foreign.input, signatureHeaders(challenge, right)), 'WALLET_SIGNATURE_INVALID'],
    ]
    if (!isOfResource)
      tries.push(['no Request-Id', await send(input, { 'service-wallet-signature': right }), 'REQUEST_ID_MISSING'])
    if (other)
      tries.push([
        'another body',
        await send({ ...input, body: other(input, holder) }, signatureHeaders(challenge, right)),
        'WALLET_SIGNATURE_INVALID',
      ])
    for (const [what, reply, fault] of tries) expect(faultOf(reply), what).toEqual({ ...NOT_SIGNED, fault })

    const done = await send(input, signatureHeaders(challenge, right))
    expect(done.status, done.text).toBe(status)
    expect(faultOf(await send(input, signatureHeaders(challenge, right)))).toEqual(invalid)
  })

  it('accepts either form of a signature, under either name of the header', async () => {
    for (const [form, name] of [
      [stamp, 'service-wallet-signature'],
      [sign, 'grid-wallet-signature'],
    ] as const) {
      const { input, session } = await newCase()
      const { payloadToSign, requestId } = await asked(input)
      const headers = { [name]: form(payloadToSign, session.privateKey), 'request-id': requestId }
      const done = await send(input, headers)
      expect(done.status, done.text).toBe(status)
    }
  })

  it('accepts the fixed value in the sandbox, and has one effect of sixteen', async () => {
    const { input } = await newCase()
    const challenge = await asked(input)
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => send(input, signatureHeaders(challenge, STAND_IN.signature))),
    )
    expect(replies.filter((reply) => reply.status === status)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(15)
  })

  it('is refused after its challenge has expired', async () => {
    const { input } = await newCase()
    const challenge = await asked(input)
    await app.advance({ ms: Date.parse(challenge.expiresAt) - app.clock.now() })
    expect(faultOf(await send(input, signatureHeaders(challenge, STAND_IN.signature)))).toEqual(invalid)
  })
})
