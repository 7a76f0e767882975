/** Lightning rail: its settings in the environment, and the rail made from them. */
import { readFileSync } from 'node:fs'
import { systemClock } from '../../core/clock.ts'
import { guardedRequests } from '../../infra/egress/public-http.ts'
import { readPrivateFile } from '../../infra/files/private-file.ts'
import { type LightningSettings, lightningIn } from '../../providers/rails/lightning/settings.ts'
import type { VARIABLES } from '../variables.ts'
import type { Providers } from './providers.ts'

export interface LightningAccess {
  readonly settings: LightningSettings
  /** The node's own certificate, PEM. */
  readonly certificateFile: string
  readonly macaroonFile: string
}

type Read = <Value>(name: keyof typeof VARIABLES, parse: (text: string) => Value | undefined, otherwise: Value) => Value

const SETTINGS = ['CAUSEWAY_LIGHTNING_CERT_FILE', 'CAUSEWAY_LIGHTNING_MACAROON_FILE', 'CAUSEWAY_LIGHTNING'] as const

/**
 * @param faults receives a sentence for each setting that contradicts others
 * @returns undefined when no node is configured
 */
export function readLightning(read: Read, faults: string[]): LightningAccess | undefined {
  const url = read<string | undefined>('CAUSEWAY_LIGHTNING_URL', restUrl, undefined)
  const [certificateFile, macaroonFile, options] = SETTINGS.map((name) =>
    read(name, (text) => (name !== 'CAUSEWAY_LIGHTNING' || lightningIn('', text) ? text : undefined), ''),
  ) as [string, string, string]
  const given = { CAUSEWAY_LIGHTNING_CERT_FILE: certificateFile, CAUSEWAY_LIGHTNING_MACAROON_FILE: macaroonFile }
  if (url === undefined) {
    if (certificateFile || macaroonFile || options)
      faults.push('CAUSEWAY_LIGHTNING_URL is missing; other settings of Lightning have no effect without it')
    return undefined
  }
  for (const [name, file] of Object.entries(given))
    if (!file) faults.push(`${name} is missing; the Lightning node is reached with it`)
  const settings = lightningIn(url, options)
  return settings && { settings, certificateFile, macaroonFile }
}

const restUrl = (text: string) => (/^https:\/\/[^/?#\s]+\/?$/.test(text) && URL.canParse(text) ? text : undefined)

/** Loads the rail if it is configured. @throws Error when a file cannot be read or is not what it should be */
export async function lightningRails(access: LightningAccess | undefined): Promise<Providers['rails']> {
  if (!access) return () => []
  const [{ lightningRail }, { lndAt }] = await Promise.all([
    import('../../providers/rails/lightning/lightning-rail.ts'),
    import('../../providers/rails/lightning/lnd.ts'),
  ])
  const { settings, certificateFile, macaroonFile } = access
  const lnd = lndAt({
    url: settings.url,
    certificate: readFileSync(certificateFile, 'utf8'),
    // LND writes the macaroon as raw bytes.
    macaroon: readPrivateFile(macaroonFile).toString('hex'),
  })
  const { get } = guardedRequests({ allowLoopback: false })
  // The node's invoices expire in real time, also in a sandbox whose clock is moved.
  return ({ store }) => [lightningRail(settings, { store, clock: systemClock(), lnd, get })]
}
