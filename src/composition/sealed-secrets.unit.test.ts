/** Tests of sealed secrets: over a fake of Vault, and over moto's implementation of AWS KMS. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../test/harness/database/postgres.ts'
import { fakeVault } from '../../test/harness/fake-vault.ts'
import { readConfig } from './config.ts'
import { sealSecret } from './going-live/seal-secret.ts'
import { openSealedSecrets } from './sealed-secrets.ts'

/** `moto_server` of moto 5, which .ci/run installs. */
const { CAUSEWAY_MOTO: moto } = process.env
const KEY = 'ab'.repeat(32)
type Environment = Readonly<Record<string, string>>

interface Service {
  readonly env: Environment
  /** Settings under which the service refuses to open what it has sealed. */
  readonly refused: readonly Environment[]
  close(): void
}

async function vaultService(): Promise<Service> {
  const { env, close } = await fakeVault()
  return { env, refused: [{ CAUSEWAY_KMS_KEY: 'transit/other' }, { CAUSEWAY_KMS_TOKEN: 'hvs.revoked' }], close }
}

async function motoService(): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server: ChildProcess = spawn(moto as string, ['-p', `${port}`], { stdio: 'ignore' })
  const client = new AwsClient({
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    region: 'eu-west-1',
    service: 'kms',
    retries: 0,
  })
  const newKey = async () => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.CreateKey' }
    const reply = await client.fetch(`${url}/`, { method: 'POST', headers, body: '{}' })
    return ((await reply.json()) as { KeyMetadata: { Arn: string } }).KeyMetadata.Arn
  }
  const key = await vi.waitFor(newKey, { timeout: 180_000, interval: 200 })
  const env = {
    CAUSEWAY_KMS: 'aws',
    CAUSEWAY_KMS_URL: url,
    CAUSEWAY_KMS_KEY: key,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  }
  // moto checks neither credentials nor which key a ciphertext belongs to.
  return { env, refused: [], close: () => void server.kill('SIGKILL') }
}

describe('a secret that Vault has sealed', () => sealing(vaultService))
describe.runIf(moto !== undefined)('a secret that AWS KMS has sealed', () => sealing(motoService))

function sealing(startService: () => Promise<Service>) {
  let service: Service
  let sealed: string

  beforeAll(async () => {
    service = await startService()
    sealed = await sealSecret(service.env, 'CAUSEWAY_CUSTODY_KEY', KEY)
  })
  afterAll(() => service?.close())

  it('is opened at the start, from the environment and from a file', async () => {
    expect(sealed).toMatch(/^kms:/)
    expect(sealed).not.toContain(KEY)
    const folder = mkdtempSync(join(tmpdir(), 'causeway-sealed-'))
    const file = join(folder, 'custody_key')
    writeFileSync(file, `${sealed}\n`)
    chmodSync(file, 0o600)
    for (const place of [{ CAUSEWAY_CUSTODY_KEY: sealed }, { CAUSEWAY_CUSTODY_KEY_FILE: file }])
      expect(readConfig(await openSealedSecrets({ ...service.env, ...place })).custodyKey).toBe(KEY)
    rmSync(folder, { recursive: true })
  })

  it('does not open under the name of another variable', async () => {
    const env = { ...service.env, CAUSEWAY_SECRET_KEY: sealed }
    await expect(openSealedSecrets(env)).rejects.toThrow(/^CAUSEWAY_SECRET_KEY cannot be sealed or opened/)
  })

  it('does not open when it was changed, with another key, or without permission; no error contains a secret', async () => {
    const changed = `${sealed.slice(0, -8)}${sealed.at(-8) === 'A' ? 'B' : 'A'}${sealed.slice(-7)}`
    for (const settings of [{ CAUSEWAY_CUSTODY_KEY: changed }, ...service.refused]) {
      const env: Environment = { ...service.env, CAUSEWAY_CUSTODY_KEY: sealed, ...settings }
      const error: Error = await openSealedSecrets(env).then(
        () => new Error('It was opened'),
        (reason) => reason,
      )
      expect(error.message).toMatch(
        /^CAUSEWAY_CUSTODY_KEY cannot be sealed or opened by the key service\. .* answers 4\d\d/,
      )
      for (const secret of [KEY, sealed, env.CAUSEWAY_KMS_TOKEN])
        if (secret) expect(error.message).not.toContain(secret)
    }
  })

  it('stops the start with the reason when the service cannot be reached', async () => {
    const env = {
      ...service.env,
      CAUSEWAY_KMS_URL: `http://127.0.0.1:${await freePort()}`,
      CAUSEWAY_CUSTODY_KEY: sealed,
    }
    await expect(openSealedSecrets(env)).rejects.toThrow(/CAUSEWAY_CUSTODY_KEY .*ECONNREFUSED/)
  })
}

describe('the key service', () => {
  it('is not needed where no secret is sealed', async () => {
    const env = { CAUSEWAY_CUSTODY_KEY: KEY, CAUSEWAY_KMS: 'vault' }
    expect(await openSealedSecrets(env)).toBe(env)
  })

  it.each<[string, Environment, string[]]>([
    ['nothing', {}, ['CAUSEWAY_KMS must be vault or aws', 'CAUSEWAY_KMS_KEY is missing']],
    [
      'Vault',
      { CAUSEWAY_KMS: 'vault', CAUSEWAY_KMS_KEY: 'causeway' },
      ['KEY is invalid', 'URL is missing', 'TOKEN is missing'],
    ],
    [
      'AWS',
      { CAUSEWAY_KMS: 'aws', CAUSEWAY_KMS_KEY: 'alias/x' },
      ['AWS_REGION is missing', 'ACCESS_KEY_ID is missing'],
    ],
    [
      'an address without TLS',
      {
        CAUSEWAY_KMS: 'vault',
        CAUSEWAY_KMS_URL: 'http://vault.internal:8200',
        CAUSEWAY_KMS_KEY: 'a/b',
        CAUSEWAY_KMS_TOKEN: 't',
      },
      ['CAUSEWAY_KMS_URL is invalid; expected: an https address'],
    ],
  ])('with %s configured: every missing or invalid variable is named', async (_, settings, faults) => {
    const error = await openSealedSecrets({ ...settings, CAUSEWAY_SECRET_KEY: 'kms:x' }).catch((reason) => reason)
    for (const fault of faults) expect(error.message).toContain(fault)
  })

  it('seals only the secrets that it can open', async () => {
    await expect(sealSecret({}, 'PORT', '4700')).rejects.toThrow('PORT is not a secret that can be sealed')
    await expect(sealSecret({}, 'DATABASE_URL', '')).rejects.toThrow('The secret is empty')
  })
})
