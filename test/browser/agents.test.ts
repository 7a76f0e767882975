/** Agents in the dashboard: list, approvals, policy editor, device codes, audit log, creation and deletion. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, createClient } from '../../client/api.ts'
import { pathTo } from '../../client/request.ts'
import type { AgentAction } from '../../contract/agents/agent-actions.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import type { ExternalAccount } from '../../contract/payments/external-accounts/external-accounts.ts'
import { openStage, type Stage } from './stage.ts'

describe('agents, in a browser', () => {
  let stage: Stage
  let page: Stage['page']
  let part: Stage['part']
  let press: Stage['press']
  let picture: Stage['picture']
  /** Calls with Ada's access token. */
  let agent: Client

  const meter = (within: Locator, name: string) => within.getByRole('meter', { name, exact: true })
  const navigation = () => page.getByRole('navigation', { name: 'Main' })
  const go = (name: string | RegExp) => navigation().getByRole('link', { name }).click()
  const waiting = () => page.getByRole('list', { name: 'Pending actions' }).getByRole('article')

  const bare = ({ id }: AgentAction): string => id.split(':')[1] as string
  /** Northwind's dollars, to Harbor Paper. */
  async function transferOut(amount: number) {
    const [dollars, { data }] = await Promise.all([
      stage.dollars(),
      stage.api('listCustomerExternalAccounts', { query: { currency: 'USD' } }),
    ])
    const destination = { accountId: (data[0] as ExternalAccount).id }
    return agent('agentCreateTransferOut', { body: { source: { accountId: dollars.id }, destination, amount } })
  }

  beforeAll(async () => {
    stage = await openStage('agents')
    ;({ page, part, press, picture } = stage)
    // The first start creates a database, which is slow on a busy machine.
  })
  afterAll(() => stage?.close())

  it('shows Ada with her customer, usage and pending action', async () => {
    await navigation().getByText('1 waiting').waitFor()
    await go('Agents')
    const ada = page.getByRole('article', { name: 'Ada' })
    await ada.getByText('for Northwind Ltd').waitFor()
    await ada.getByText('Connected').waitFor()
    await ada.getByRole('link', { name: '1 action waits for you' }).waitFor()
    await expect.poll(() => meter(ada, 'Spent today').textContent()).toBe('0.00 of 1,000.00 USD')
    await expect.poll(() => meter(ada, 'Payments today').textContent()).toBe('0 of 10')
    await expect.poll(() => meter(ada, 'Spent this month').textContent()).toBe('0.00 of 5,000.00 USD')
    await picture('1-agents')
  })

  it('shows a pending action with agent, amount, payee and rule', async () => {
    await go(/^Approvals/)
    const action = page.getByRole('article', { name: '300.00 USD to Harbor Paper Co.' })
    await action.getByText('from USD balance').waitFor()
    await action.getByRole('link', { name: 'Ada', exact: true }).waitFor()
    await action.getByText('for Northwind Ltd').waitFor()
    await action.getByText(/^The payment exceeds the amount above which .*: 200\.00 USD$/).waitFor()
    await action.getByText('APPROVAL_THRESHOLD', { exact: true }).waitFor()
    await picture('2-approvals')
  })

  it('approves it by keyboard, and updates the usage', async () => {
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Reject, with a reason').waitFor()
    await picture('3-keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Approve this action?' }).getByText('300.00').waitFor()
    await picture('4-approve')
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved: 300\.00 USD to Harbor Paper Co\.$/).waitFor()
    await page.getByText('No pending approvals').waitFor()
    await picture('5-approved')
    await expect.poll(() => navigation().getByText('waiting').count()).toBe(0)
    await go('Agents')
    const ada = page.getByRole('article', { name: 'Ada' })
    await meter(ada, 'Spent today').getByText('300.00 of 1,000.00 USD').waitFor({ state: 'attached' })
    await expect.poll(() => meter(ada, 'Payments today').textContent()).toBe('1 of 10')
    await ada.getByRole('link', { name: 'Ada' }).click()
    await part('Payments')
      .getByRole('link', { name: /Harbor Paper Co\./ })
      .waitFor()
  })

  it('summarizes a policy while it is edited, and saves it', async () => {
    const meaning = part('Policy summary')
    await meaning.getByText(/^It executes payments of up to 200\.00 USD by itself/).waitFor()
    await picture('6-agent')
    await page.getByLabel('Require approval above', { exact: true }).fill('250')
    await meaning
      .getByText(
        'It executes payments of up to 250.00 USD by itself; larger payments wait for your approval, and payments above 500.00 USD are refused.',
      )
      .waitFor()
    await page.getByLabel('Per day', { exact: true }).fill('1.234')
    await page.getByRole('alert').getByText('Enter an amount with at most 2 decimals.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save policy' }).isDisabled()).toBe(true)
    await page.getByLabel('Per day', { exact: true }).fill('800')
    await page.getByRole('radio', { name: 'Only these accounts' }).check()
    await page.getByRole('checkbox', { name: 'EUR balance' }).uncheck()
    await meaning.getByText(/^It may use only .*the USD balance/).waitFor()
    await page.getByText('Unsaved changes: the previous policy is still in effect.').waitFor()
    await picture('7-editing')
    await press('Save policy')
    await page.getByText('This policy is in effect.').waitFor()
    await page.reload()
    await meaning.getByText(/^It executes payments of up to 250\.00 USD by itself/).waitFor()
    await expect.poll(() => meaning.getByText('EUR balance').count()).toBe(0)
    await meter(part('Usage'), 'Spent today').getByText('300.00 of 800.00 USD').waitFor({ state: 'attached' })
  })

  it('evaluates a payment, and names the rule that denies it', async () => {
    const asking = part('Check a payment')
    const answer = asking.getByRole('region', { name: 'Answer' })
    const ask = async (amount: string) => {
      await asking.getByLabel('Amount, fees included').fill(amount)
      await asking.getByRole('button', { name: 'Evaluate policy' }).click()
      await answer.getByText(`It would count as ${amount}.00 USD.`).waitFor()
      return answer.innerText()
    }
    expect(await ask('100')).toContain('Allow')
    const asks = await ask('300')
    expect(asks).toContain('Ask')
    expect(asks).toContain('APPROVAL_THRESHOLD')
    const denied = await ask('501')
    expect(denied).toContain('Deny')
    expect(denied).toContain('PER_TRANSACTION_LIMIT')
    await picture('8-policy-check')
  })

  it('connects a program with a device code, and shows when it is redeemed', async () => {
    await page.evaluate('window.stillTheSamePage = true')
    await press('Create device code')
    const shown = part('Device code')
    await shown.getByRole('img', { name: /^QR code/ }).waitFor()
    await shown
      .getByRole('timer')
      .getByText(/23 h 59 min|1 d/)
      .waitFor()
    await page.locator('[aria-label="Device code"]:focus').waitFor()
    const copy = await shown.getByRole('button', { name: /^Copy device code: / }).getAttribute('aria-label')
    const code = copy?.replace('Copy device code: ', '') as string
    expect(code).toMatch(/^AGENT(-[A-Z0-9]{4}){7}$/)
    await expect.poll(async () => (await shown.innerText()).replaceAll(/\s/g, '')).toContain(code)
    await expect.poll(() => part('How to connect').innerText()).toContain(`"url": "${stage.origin}/mcp"`)
    await picture('9-code')
    const baseUrl = `${stage.origin}/${API_VERSION}`
    const { accessToken } = await createClient({ baseUrl })('redeemAgentDeviceCode', { params: { code } })
    agent = createClient({ baseUrl, credentials: { accessToken } })
    await page.getByText('Redeemed. The program now has the access token.').waitFor()
    expect(await page.evaluate('window.stillTheSamePage')).toBe(true)
    expect((await agent('getAgentMe')).name).toBe('Ada')
    expect(await page.content()).not.toContain(accessToken)
  })

  it('shows new actions on the open page; rejects by keyboard, with a reason for the agent', async () => {
    expect((await transferOut(10_000)).status).toBe('APPROVED')
    await go(/^Approvals/)
    await page.getByText('No pending approvals').waitFor()
    const first = await transferOut(25_100)
    const second = await transferOut(25_200)
    expect([first.status, second.status]).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL'])
    await expect.poll(() => waiting().count()).toBe(2)
    await navigation().getByText('2 waiting').waitFor()
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).toContain(bare(second))
    await picture('10-two')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.url()).toContain(bare(first))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.url()).toContain(bare(second))
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject this action?' })
    await dialog.getByText('252.00').waitFor()
    await page.keyboard.type('Already paid by hand, a')
    await picture('11-reject')
    await page.keyboard.press('Enter')
    await page.getByText(/^Rejected: 252\.00 USD to Harbor Paper Co\. · Already paid by hand, a$/).waitFor()
    await expect.poll(() => waiting().count()).toBe(1)
    const seen = await agent('agentGetAction', { params: { actionId: second.id } })
    expect(seen).toMatchObject({ status: 'REJECTED', rejectionReason: 'Already paid by hand, a' })
    await page.goto(`${stage.origin}/agents/approvals?action=${encodeURIComponent(second.id)}`)
    await page.getByText(/^Rejected: 252\.00 USD to Harbor Paper Co\./).waitFor()
  })

  it('stops an agent after confirmation: its actions are refused until it is resumed', async () => {
    await go('Agents')
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await press('Stop now')
    await page.getByRole('dialog', { name: 'Stop Ada now?' }).getByRole('button', { name: 'Stop now' }).waitFor()
    await picture('12-stop')
    await page.keyboard.press('Enter')
    await page.getByText(/^Ada is paused: it may read/).waitFor()
    await expect(transferOut(100)).rejects.toMatchObject({ status: 403, code: 'AGENT_PAUSED' })
    await part('Audit log').getByText('AGENT_PAUSED').first().waitFor()
    await picture('13-stopped')
    await go(/^Approvals/)
    await waiting().getByText('The agent is paused. Resume it first, or reject.').waitFor()
    await expect.poll(() => waiting().getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await page.goBack()
    await press('Resume')
    await page.getByRole('button', { name: 'Stop now' }).waitFor()
    expect((await transferOut(100)).status).toBe('APPROVED')
  })

  it('lists every decision, refusals included, and verifies the hashes in the browser', async () => {
    await go('Audit log')
    await page.getByLabel('Decision').selectOption('Denied')
    const entries = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem')
    await expect.poll(() => entries.count()).toBe(1)
    await expect.poll(() => entries.innerText()).toContain('AGENT_PAUSED')
    await page.getByLabel('Decision').selectOption('All')
    await expect.poll(() => entries.count()).toBeGreaterThan(10)
    await press('Verify')
    const count = await entries.count()
    await page.getByText(`${count} entries: all hashes match, no entry is missing.`).waitFor()
    await entries.first().locator('summary').click()
    await entries.first().getByRole('region', { name: 'Hashed text' }).waitFor()
    expect(await stage.violations()).toEqual([])
    await picture('14-audit')
  })

  it('detects an entry that the server changed, and one that it removed', async () => {
    const log = `**${pathTo('listAgentAuditLog')}?*`
    const answerWith = (change: (entries: { content: string }[]) => unknown[]) =>
      page.route(log, async (route) => {
        const reply = await route.fetch()
        const body = await reply.json()
        await route.fulfill({ response: reply, json: { ...body, data: change(body.data) } })
      })
    await answerWith((entries) =>
      entries.map((entry, place) => (place === 2 ? { ...entry, content: entry.content.replace('}', ' }') } : entry)),
    )
    await press('Verify')
    await page.getByText(/^Entry 3 of Ada has a hash that does not match its text\.$/).waitFor()
    await picture('15-broken')
    await page.unroute(log)
    await answerWith((entries) => entries.slice(0, -1))
    await press('Verify')
    await page.getByText(/differs from the entry that this browser verified earlier\.$/).waitFor()
    await page.unroute(log)
    await press('Verify')
    await page.getByText(/all hashes match/).waitFor()
  })

  it('acts as the agent in the browser: a payment passes, one waits for the operator, one is refused', async () => {
    await go('Agents')
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await press('Act as Ada')
    const card = part('Act as this agent')
    const outcome = card.getByRole('region', { name: 'Outcome' })
    const execute = async (amount: string) => {
      await card.getByLabel('Amount to send').fill(amount)
      await card.getByRole('button', { name: 'Get a quote' }).click()
      await part('Quote of the agent').getByText(`${amount}.00`).first().waitFor()
      await card.getByRole('button', { name: 'Execute as Ada' }).click()
    }
    await card.getByLabel('To', { exact: true }).selectOption({ label: 'Harbor Paper Co. ··3719 USD' })
    await execute('10')
    await outcome.getByText('Done', { exact: true }).waitFor()

    await card.getByRole('button', { name: 'Another payment' }).click()
    await execute('260')
    await outcome.getByText('APPROVAL_THRESHOLD').waitFor()
    await picture('16-acting')
    expect(await stage.violations()).toEqual([])
    await outcome.getByRole('link', { name: 'Decide it in Approvals' }).click()
    await page
      .getByRole('article', { name: /^260\.00 USD to / })
      .getByRole('button', { name: 'Approve' })
      .click()
    await page.getByRole('dialog', { name: 'Approve this action?' }).getByText('260.00').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^Approved: 260\.00 USD to /).waitFor()
    await go('Agents')
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await outcome.getByText('Approved', { exact: true }).waitFor()
    await outcome.getByRole('link', { name: 'View payment' }).waitFor()

    await card.getByRole('button', { name: 'Another payment' }).click()
    await execute('501')
    await card
      .getByRole('alert')
      .getByText(/^403 AGENT_LIMIT_EXCEEDED/)
      .waitFor()

    const calls = part('Calls').getByRole('list', { name: 'Calls, newest first' }).getByRole('listitem')
    await calls.first().getByText('403', { exact: true }).waitFor()
    await part('Request').getByText('Bearer $CAUSEWAY_ACCESS_TOKEN').waitFor()
    await part('Calls').getByRole('button', { name: 'TypeScript', exact: true }).click()
    await part('Request').getByText('await causeway.agentExecuteQuote({').waitFor()
    expect(await page.content()).not.toMatch(/agt_[0-9a-f]{8}/)
    await picture('17-refused')
  })

  it('creates an agent with its own policy, and deletes it', async () => {
    await go('Agents')
    await page.getByRole('link', { name: 'Create an agent' }).click()
    await press('Create the agent')
    await page.getByRole('alert').getByText('Enter a name.').waitFor()
    await page.getByLabel('Name').fill('Clerk')
    await page.getByLabel('Acts for').selectOption('Alice Doe')
    await page.getByLabel('Payments are executed').first().selectOption('After your approval')
    const meaning = part('Policy summary')
    await meaning.getByText(/^Clerk may .* for Alice Doe\.$/).waitFor()
    await meaning.getByText(/^Every payment waits for your approval;/).waitFor()
    await picture('18-new')
    await press('Create the agent')
    await page.getByRole('heading', { name: 'Clerk' }).waitFor()
    await page.getByText('Not connected', { exact: true }).waitFor()
    await part('Device code')
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    await press('Delete')
    await press('Delete permanently')
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await go('Audit log')
    await press('Verify')
    await part('Verify audit log').getByText('Deleted agent').waitFor()
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    for (const path of ['/agents', '/agents/approvals', '/agents/new', '/audit']) {
      await page.goto(`${stage.origin}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: path }).toBe(360)
    }
    await page.goto(`${stage.origin}/agents`)
    await page.getByRole('link', { name: 'Ada', exact: true }).click()
    await part('Policy').waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })

  it('causes no error except for the refused payment, and requests only its own server', () => {
    expect(stage.faults).toEqual([expect.stringContaining('status of 403')])
    expect(stage.strangers).toEqual([])
  })
})
