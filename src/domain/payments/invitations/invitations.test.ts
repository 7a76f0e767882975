/** Invitation tests: creation, and the three ways in which an invitation ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ALICE = '$alice@acme.example'
const invite = (more: Record<string, unknown> = {}) =>
  app.ok('createInvitation', { body: { inviterUma: ALICE, ...more } })
const attempt = async (more: Record<string, unknown>) =>
  (await app.call('createInvitation', { body: { inviterUma: ALICE, ...more } })).error
const by = ({ code }: { code: string }) => ({ params: { invitationCode: code } })
const claim = (invitation: { code: string }, inviteeUma = '$bob@bank.example') =>
  app.call('claimInvitation', { ...by(invitation), body: { inviteeUma } })
const cancel = (invitation: { code: string }) => app.call('cancelInvitation', by(invitation))
const statusOf = async (invitation: { code: string }) => (await app.ok('getInvitation', by(invitation))).status
const inSeconds = (seconds: number) => new Date(app.clock.now() + seconds * 1000).toISOString()
const eventsAbout = async ({ code }: { code: string }) =>
  (
    await app.store.query<{ type: string; data: unknown }>(
      "select type, data::json as data from events where data::json->>'code' = $1",
      [code],
    )
  ).map(({ type, data }) => [type, data])

describe('createInvitation', () => {
  it('creates one on behalf of a customer, with a random code and a page of the platform', async () => {
    const one = await invite()
    expect(one).toEqual({
      code: expect.stringMatching(/^[0-9a-f]{8}$/),
      url: `https://acme.example/invitations/${one.code}`,
      status: 'PENDING',
      inviterUma: ALICE,
      createdAt: expect.any(String),
    })
    expect((await invite()).code).not.toBe(one.code)
    expect(await app.ok('getInvitation', by(one))).toEqual(one)
  })

  it("stores the details, with the amount in the inviter's first currency", async () => {
    await app.ok('createCustomer', {
      body: { customerType: 'INDIVIDUAL', umaAddress: '$eva@acme.example', currencies: ['EUR', 'USD'] },
    })
    const expiresAt = inSeconds(60)
    const made = await invite({ inviterUma: '$EVA@acme.example', firstName: 'Bob', amountToSend: 1250, expiresAt })
    expect(made).toMatchObject({
      inviterUma: '$eva@acme.example',
      firstName: 'Bob',
      amountToSend: { amount: 1250, currency: { code: 'EUR', decimals: 2 } },
      expiresAt,
    })
  })

  it("takes the platform's first currency for an inviter without their own list", async () => {
    expect((await invite({ amountToSend: 1 })).amountToSend?.currency.code).toBe('USD')
  })

  it('refuses an inviter whose address is unknown, or at another institution', async () => {
    expect(await attempt({ inviterUma: '$unknown@acme.example' })).toMatchObject({ status: 404, code: 'UMA_NOT_FOUND' })
    expect(await attempt({ inviterUma: '$alice@bank.example' })).toMatchObject({ status: 404, code: 'UMA_NOT_FOUND' })
    expect(await attempt({ inviterUma: 'alice@acme.example' })).toMatchObject({
      code: 'INVALID_UMA_ADDRESS',
      details: { errors: [{ field: 'inviterUma' }] },
    })
  })

  it('refuses an expiry that is not in the future', async () => {
    app.clock.freeze()
    const now = await attempt({ expiresAt: inSeconds(0) })
    expect(now).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'expiresAt' }] } })
    expect((await invite({ expiresAt: inSeconds(0.001) })).status).toBe('PENDING')
    app.clock.unfreeze()
  })
})

describe('claimInvitation', () => {
  it('records who claimed it, and sends the platform an event with the whole invitation', async () => {
    const invitation = await invite({ firstName: 'Bob', amountToSend: 500 })
    const { status, body } = await claim(invitation, '$Bob@bank.example')
    expect([status, body]).toEqual([
      200,
      { ...invitation, status: 'CLAIMED', inviteeUma: '$bob@bank.example', claimedAt: expect.any(String) },
    ])
    expect(await app.ok('getInvitation', by(invitation))).toEqual(body)
    expect(await eventsAbout(invitation)).toEqual([['INVITATION.CLAIMED', body]])
  })

  it('refuses a second claim, even by the same address', async () => {
    const invitation = await invite()
    await claim(invitation)
    for (const invitee of ['$bob@bank.example', '$carol@bank.example'])
      expect((await claim(invitation, invitee)).error).toMatchObject({
        status: 400,
        code: 'INVITATION_ALREADY_CLAIMED',
      })
    expect((await app.ok('getInvitation', by(invitation))).inviteeUma).toBe('$bob@bank.example')
  })

  it('is granted to one of many concurrent claims', async () => {
    const invitation = await invite()
    const replies = await Promise.all(Array.from({ length: 5 }, (_, i) => claim(invitation, `$bob${i}@bank.example`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  it('refuses a cancelled invitation, a malformed address, and the inviter', async () => {
    const invitation = await invite()
    expect((await claim(invitation, 'bob')).error).toMatchObject({ code: 'INVALID_INPUT' })
    expect((await claim(invitation, 'bob@bank.example')).error).toMatchObject({ code: 'INVALID_UMA_ADDRESS' })
    expect((await claim(invitation, ALICE)).error).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'inviteeUma' }] },
    })
    await cancel(invitation)
    expect((await claim(invitation)).error).toMatchObject({ status: 400, code: 'INVITATION_CANCELLED' })
  })
})

describe('cancelInvitation', () => {
  it('cancels an invitation, once, without an event', async () => {
    const invitation = await invite()
    expect(await cancel(invitation)).toMatchObject({ status: 200, body: { ...invitation, status: 'CANCELLED' } })
    expect((await cancel(invitation)).error).toMatchObject({ status: 400, code: 'INVITATION_CANCELLED' })
    expect(await eventsAbout(invitation)).toEqual([])
  })

  it('refuses one that was claimed', async () => {
    const invitation = await invite()
    await claim(invitation)
    expect((await cancel(invitation)).error).toMatchObject({ status: 400, code: 'INVITATION_ALREADY_CLAIMED' })
  })
})

describe('an invitation with an expiry', () => {
  it('can be claimed in its last millisecond', async () => {
    app.clock.freeze()
    const invitation = await invite({ expiresAt: inSeconds(60) })
    await app.advance({ seconds: 60, ms: -1 })
    expect(await statusOf(invitation)).toBe('PENDING')
    expect((await claim(invitation)).status).toBe(200)
    await app.advance({ seconds: 60 })
    expect(await statusOf(invitation)).toBe('CLAIMED')
  })

  it('is EXPIRED at its expiry; then it can be neither claimed nor cancelled', async () => {
    const invitation = await invite({ expiresAt: inSeconds(60) })
    const unnoticed = await invite({ expiresAt: inSeconds(60) })
    app.clock.advanceTo(Date.parse(unnoticed.expiresAt as string))
    expect((await claim(unnoticed)).error).toMatchObject({ status: 400, code: 'INVITATION_EXPIRED' })
    await app.settle()
    expect(await statusOf(invitation)).toBe('EXPIRED')
    expect((await claim(invitation)).error.code).toBe('INVITATION_EXPIRED')
    expect((await cancel(invitation)).error.code).toBe('INVITATION_EXPIRED')
    app.clock.unfreeze()
  })
})

describe('getInvitation', () => {
  it.each(['00000000', 'unknown', 'ABCDEF01', '%00', `${'0'.repeat(60)}`])('404 for %s', async (invitationCode) => {
    expect((await app.call('getInvitation', { params: { invitationCode } })).error).toMatchObject({
      status: 404,
      code: 'INVITATION_NOT_FOUND',
    })
  })

  it("404 for another platform's, also to claim or cancel it", async () => {
    const invitation = await invite()
    const as = await app.anotherPlatform()
    const replies = [
      await app.call('getInvitation', { ...by(invitation), as }),
      await app.call('claimInvitation', { ...by(invitation), body: { inviteeUma: '$bob@bank.example' }, as }),
      await app.call('cancelInvitation', { ...by(invitation), as }),
    ]
    for (const { error } of replies) expect(error).toMatchObject({ status: 404, code: 'INVITATION_NOT_FOUND' })
    expect(await statusOf(invitation)).toBe('PENDING')
  })
})
