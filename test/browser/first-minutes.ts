/** The first five minutes in the dashboard of a fresh sandbox: the story that a test checks and that makes the pictures of the documentation. */
import { expect } from 'vitest'
import type { Stage } from './stage.ts'

type Step = (stage: Stage) => Promise<void>

/** In order; each ends on the page that its picture shows. */
export const FIRST_MINUTES: readonly (readonly [picture: string, what: string, step: Step])[] = [
  ['home', 'opens signed in, with the cast of the sandbox', openHome],
  ['payment', 'pays 500 USD to a bank account in Mexico', payMaria],
  ['scenario', 'completes a payout of six minutes by the clock, and sees another one returned', runScenarios],
  ['uma', 'pays a customer of the second bank by UMA, and sees both ledgers', payBob],
  ['wallet', 'pays from a wallet with a passkey, after reading what is signed', payWithPasskey],
  ['webhooks', 'receives webhooks whose signatures are valid', receiveWebhooks],
  ['card', 'taps a card, clears and returns, and freezes it with the passkey', useCard],
  ['agent', "approves an agent's payment, which counts towards its limits", approveAgent],
  ['ledger', 'ends with books in which every currency sums to zero', checkBooks],
]

const go = ({ page }: Stage, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()

const isCompleted = ({ page }: Stage) =>
  page.getByRole('status', { name: 'Status' }).getByText('Completed', { exact: true }).waitFor()

async function openHome({ page, part }: Stage): Promise<void> {
  await page.getByText('SANDBOX', { exact: true }).waitFor()
  await part('Northwind Ltd').getByText('10,000.00 USD').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
}

async function payMaria(stage: Stage): Promise<void> {
  const { page, press, part } = stage
  await page.getByRole('link', { name: 'Make the first payment' }).click()
  await page.getByRole('radio', { name: 'Northwind Ltd' }).first().check()
  await page.getByRole('radio', { name: /María García.*CLABE/ }).check()
  await page.getByLabel('Amount').fill('500')
  await press('Get a quote')
  await part('Quote').getByText('1 USD = 17.25 MXN').waitFor()
  await part('Quote').getByRole('timer').waitFor()
  await press('Pay 500.00 USD')
  await isCompleted(stage)
  await page.locator('[data-lit="PENDING PROCESSING COMPLETED"]').waitFor()
  await part('Postings').getByTestId('posting-sum-MXN').getByText('sum 0.00').waitFor()
}

async function runScenarios(stage: Stage): Promise<void> {
  const { page, press, part } = stage
  for (const [sentence, wait] of [
    ['The payout takes six minutes.', 'Move the clock 6 min'],
    ['The payment completes, and five seconds later the receiving bank sends it back.', /^Move the clock \d/],
  ] as const) {
    await go(stage, 'Scenarios')
    await part('Payout of a quote').getByRole('link', { name: sentence }).click()
    await press('Run')
    await page.getByRole('button', { name: wait }).click()
    await part('Course').getByText('As expected', { exact: true }).waitFor()
  }
}

async function payBob(stage: Stage): Promise<void> {
  const { page, press, part } = stage
  await page.getByRole('link', { name: 'Make a payment' }).click()
  await page.getByRole('radio', { name: /^A UMA address/ }).check()
  await part('Beta Pay').getByRole('link', { name: '$bob@beta.example' }).click()
  await page.getByLabel('Receiver gets').selectOption('EUR')
  await page.getByRole('radio', { name: /^What is received/ }).check()
  await page.getByLabel('Amount', { exact: true }).fill('20')
  await press('Get a quote')
  await page.getByRole('button', { name: /^Pay / }).click()
  await isCompleted(stage)
  await page.getByRole('link', { name: 'Both sides, with Beta Pay' }).click()
  await part('Beta Pay').getByText('+20.00').waitFor()
}

/** Reviews the payload, and signs it. @returns what was signed, in words */
async function sign({ page }: Stage): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })
  const statement = await dialog.locator('p').first().innerText()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  return statement
}

async function payWithPasskey(stage: Stage): Promise<void> {
  const { page, press, part } = stage
  await go(stage, 'Wallet')
  await part('Choose a wallet')
    .getByRole('link', { name: /Northwind Ltd/ })
    .click()
  await press('Add: Passkey')
  await press('Create passkey')
  await press('Sign in: Passkey This browser')
  await part('Sessions').getByText('This window signs with this session.').waitFor()
  await press('Fund 100 USDB')
  await page.getByRole('radio', { name: /Alice Doe.*USD balance/ }).check()
  await page.getByLabel('Amount').fill('5')
  await press('Get a quote')
  await press('Sign and pay 5.000000 USDB')
  expect(await sign(stage)).toMatch(/^Pay 5(\.0+)? USDB from your wallet; Alice Doe/)
  await page.getByText('5.000000 USDB left the wallet.').waitFor()
}

async function receiveWebhooks(stage: Stage): Promise<void> {
  const { page, press, part } = stage
  await go(stage, 'Webhooks')
  await press('Use the built-in receiver')
  await page.getByText('No server yet?').waitFor({ state: 'detached' })
  await press('Send a test event')
  await part('Built-in receiver').getByText('Both signatures valid').first().waitFor()
}

async function useCard(stage: Stage): Promise<void> {
  const { page, part } = stage
  const terminal = page.getByRole('form', { name: 'Terminal' })
  const tap = async (outcome: 'Approved' | 'Declined') => {
    await page.getByRole('radio', { name: /^BLUE BOTTLE/ }).check()
    await terminal.getByLabel('Amount').fill('12.50')
    await terminal.getByRole('button', { name: /^Tap / }).click()
    await terminal.getByText(outcome, { exact: true }).waitFor()
  }
  const finish = async (word: 'Clear' | 'Return', amount: string) => {
    await part('Purchase').getByRole('radio', { name: word, exact: true }).check()
    const form = part('Purchase').getByRole('form', { name: word, exact: true })
    await form.getByLabel('Amount').fill(amount)
    await form.getByRole('button', { name: word, exact: true }).click()
  }
  await go(stage, 'Cards')
  await page.getByRole('link', { name: /^Visa ··0719/ }).click()
  await page.getByRole('link', { name: 'Pay at the terminal', exact: true }).click()
  await tap('Approved')
  await finish('Clear', '15')
  await part('Purchase').getByText('Settled', { exact: true }).first().waitFor()
  await finish('Return', '5')
  await part('Purchase').locator('dl').getByText('5.00', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'View on card page', exact: true }).click()
  await part('State').getByRole('button', { name: 'Freeze' }).click()
  expect(await sign(stage)).toBe('Freeze the card ending in 0719.')
  await page.getByRole('status', { name: 'State' }).getByText('Frozen', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Pay at the terminal', exact: true }).click()
  await tap('Declined')
  await terminal.getByText('CARD_PAUSED').waitFor()
}

async function approveAgent(stage: Stage): Promise<void> {
  const { page } = stage
  await go(stage, /^Approvals/)
  const action = page.getByRole('article', { name: '300.00 USD to Harbor Paper Co.' })
  await action.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Approve this action?' }).getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/^Approved: 300\.00 USD to Harbor Paper Co\.$/).waitFor()
  await go(stage, 'Agents')
  await page
    .getByRole('article', { name: 'Ada' })
    .getByRole('meter', { name: 'Spent today', exact: true })
    .getByText('300.00 of 1,000.00 USD')
    .waitFor({ state: 'attached' })
}

async function checkBooks(stage: Stage): Promise<void> {
  await go(stage, 'Ledger')
  await stage.part('Trial balance').getByText('Balanced', { exact: true }).waitFor()
}
