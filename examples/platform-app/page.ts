/** Page of Tidewater: a wallet whose key only its holder can use. */
import { type CardTransaction, createClient, type Quote, type SignedRequestChallenge } from 'causeway-client'
import {
  askBrowser,
  createPasskey,
  passkeyCredential,
  signInWithPasskey,
  type WalletSession,
  walletOf,
} from 'causeway-client/wallets'
import type { Home } from './platform.ts'

/** Causeway by way of Tidewater's server, which has the token. */
const api = createClient({ baseUrl: '/api' })
/** In memory: a page that is loaded again asks for the passkey again. */
let session: WalletSession | undefined
let home: Home | undefined

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind
const show = (id: string, text: string) => {
  find(id).textContent = text
}

async function call<Reply>(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  const response = await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) })
  const reply = await response.json()
  if (!response.ok) throw new Error(reply.message)
  return reply
}

async function refresh(): Promise<void> {
  home = await call<Home>('GET', '/home').catch(() => undefined)
  find('sign-up').hidden = home !== undefined
  document.querySelector('main')?.toggleAttribute('hidden', home === undefined)
  if (!home) return
  show('name', home.name)
  show('balance', `$${home.balance}`)
  find('passkey').hidden = home.credentialId !== undefined
  find('issue').hidden = home.card !== undefined
  find('coffee').hidden = home.card?.state !== 'ACTIVE'
  if (home.card) show('card', `Visa ··${home.card.last4 ?? ''} ${home.card.state}`)
}

/** The wallet, opened with the passkey if it is not open. What it signs is shown first. */
async function wallet() {
  if (!home?.credentialId) throw new Error('Protect your wallet with a passkey first')
  if (!session || Date.parse(session.expiresAt) <= Date.now())
    session = await signInWithPasskey(api, home.credentialId, askBrowser)
  return walletOf({ api, session, review })
}

/** @throws Error when the person does not want it */
function review({ payloadToSign }: SignedRequestChallenge): Promise<void> {
  const dialog = find<HTMLDialogElement>('review')
  show('statement', JSON.parse(payloadToSign).statement)
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((sign, decline) => {
    dialog.onclose = () => (dialog.returnValue === 'sign' ? sign() : decline(new Error('Nothing was signed')))
  })
}

async function protect(): Promise<void> {
  const { name, walletId, challenge } = home as Home
  const passkey = await createPasskey({ challenge, rpName: 'Tidewater', userName: name })
  await api.createAuthCredential(passkeyCredential(walletId, 'This device', challenge, passkey))
  show('news', 'Your wallet now needs your passkey.')
}

async function pay(form: HTMLFormElement): Promise<void> {
  const quote = await call<{ id: Quote['id']; receives: string }>(
    'POST',
    '/price',
    Object.fromEntries(new FormData(form)),
  )
  // The id of the quote is the key: it is paid once, however often this is tried.
  await (await wallet()).executeQuote(quote.id, quote.id)
  show('news', `Sent: ${quote.receives} pesos will arrive.`)
}

/** The card pays from the wallet only after its holder has signed that. */
async function issueCard(): Promise<void> {
  await call('POST', '/card')
  await refresh()
  if (home?.card) await (await wallet()).allowCard(home.card.id, 'Tidewater card')
  show('news', 'Your card can pay from your wallet.')
}

async function buyCoffee(): Promise<void> {
  const { status, declineReason } = await call<Pick<CardTransaction, 'status' | 'declineReason'>>('POST', '/coffee')
  show('news', declineReason ? `Declined: ${declineReason}` : `Coffee paid: ${status}`)
}

/** Runs what a button or a form is for, and shows what went wrong. */
function on(id: string, event: 'click' | 'submit', work: (form: HTMLFormElement) => Promise<void>): void {
  find(id).addEventListener(event, async (submitted) => {
    submitted.preventDefault()
    show('problem', '')
    await work(submitted.currentTarget as HTMLFormElement).catch((error: Error) => show('problem', error.message))
    await refresh()
  })
}

function followEvents(): void {
  new EventSource('/activity').onmessage = ({ data }) => {
    find('events').prepend(Object.assign(document.createElement('li'), { textContent: data }))
    void refresh()
  }
}

on('sign-up', 'submit', async (form) => {
  await call('POST', '/sign-up', Object.fromEntries(new FormData(form)))
  followEvents()
})
on('passkey', 'click', protect)
on('fund', 'click', async () => void (await call('POST', '/fund')))
on('pay', 'submit', pay)
on('issue', 'click', issueCard)
on('coffee', 'click', buyCoffee)
await refresh()
if (home) followEvents()
