/**
 * Browser stage: a browser signed in to its own program, with a virtual authenticator, that records errors of the page.
 */
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { type Client, createClient } from '../../client/api.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import type { OwnedAccount } from '../../contract/platform/overview.ts'
import { startProgram } from './program.ts'

/** `--disable-quic` and the other flags stop the browser's own background requests. */
export const QUIET =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
export const DESKTOP = { width: 1280, height: 900 }
/**
 * Options of a browser context. Without animations, whose frames the CPU would render where there is no graphics card.
 */
export const STILL = { viewport: DESKTOP, reducedMotion: 'reduce' } as const
const PHONE = { width: 390, height: 844 }

export interface Stage {
  readonly browser: Browser
  readonly page: Page
  readonly origin: string
  /** Sign-in link, already used. */
  readonly signInLink: string
  /** Errors of the page, with the URL where there is one. */
  readonly faults: readonly string[]
  /** Requested URLs of other servers. */
  readonly strangers: readonly string[]
  /** A part of the page, by its heading. */
  part(name: string): Locator
  press(name: string): Promise<void>
  /** The public API, with the browser's session. */
  readonly api: Client
  /** Northwind's account in dollars. */
  dollars(): Promise<OwnedAccount>
  /** Serious accessibility violations of the page, in light and in dark, each with its rule and element. */
  violations(): Promise<string[]>
  /** Takes a screenshot, if a folder for screenshots is configured. */
  picture(name: string): Promise<void>
  close(): Promise<void>
}

/** @param show prefix of the screenshots' names */
export async function openStage(show: string): Promise<Stage> {
  const [program, browser] = await Promise.all([
    startProgram(),
    chromium.launch({ executablePath: process.env.CHROMIUM as string, args: QUIET.split(' ') }),
  ])
  const faults: string[] = []
  const strangers: string[] = []
  const context = await browser.newContext(STILL)
  context.setDefaultTimeout(Number(process.env.BROWSER_WAIT_MS))
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  context.on('request', (request) => new URL(request.url()).origin !== program.origin && strangers.push(request.url()))
  await addAuthenticator(page)
  await page.goto(program.signInLink)
  const api = createClient({ baseUrl: `${program.origin}/${API_VERSION}`, headers: OWN, fetch: fetchWith(context) })
  return {
    browser,
    page,
    origin: program.origin,
    signInLink: program.signInLink,
    faults,
    strangers,
    part: (name) => page.getByRole('region', { name, exact: true }),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    api,
    async dollars() {
      const { accounts } = await api('getOverview')
      const found = accounts.find(({ ownerName, balance }) => ownerName === 'Northwind Ltd' && balance.amount > 0)
      return found as OwnedAccount
    },
    violations: () => findViolations(page),
    picture: (name) => takePictures(page, `${show}-${name}`),
    async close() {
      await browser.close()
      await program.stop()
    },
  }
}

/** The dashboard's own header, which a page of another site cannot send. */
const OWN = { 'x-causeway-dashboard': '1' }

/** `fetch` with the cookies of the browser. */
const fetchWith =
  ({ request }: BrowserContext): typeof fetch =>
  async (url, { method = 'GET', headers, body } = {}) => {
    const reply = await request.fetch(url as string, {
      method,
      headers: headers as Record<string, string>,
      ...(body && { data: body as string }),
    })
    return new Response(new Uint8Array(await reply.body()), { status: reply.status(), headers: reply.headers() })
  }

/** A platform authenticator that confirms every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Rules whose outcome depends on colours: the only difference between light and dark. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

export async function findViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  // The policy of the page forbids other scripts, so axe is injected over the debugging protocol.
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const options = { resultTypes: ['violations'], ...(colorScheme === 'dark' && { runOnly: OF_COLOUR }) }
    const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        found.push(...nodes.map(({ html }) => `${colorScheme}: ${id} ${html.slice(0, 160)}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  for (const [form, colorScheme, viewport] of [
    ['light', 'light', DESKTOP],
    ['dark', 'dark', DESKTOP],
    ['phone', 'light', PHONE],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${form}.png`), fullPage: true })
  }
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
}
