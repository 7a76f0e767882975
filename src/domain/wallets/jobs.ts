/** Wallet jobs: key provisioning, and mail to holders. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Engine } from '../../engine/engine.ts'
import type { Command } from '../../engine/rows.ts'
import { hashCode, newOneTimeCode } from '../../infra/crypto/one-time-code.ts'
import { each, type JobHandler, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { MailRefused } from '../../providers/mailer/port.ts'
import { getPlatformConfig } from '../platform/queries.ts'
import { codeSubject, storeCode } from './credentials/one-time-code.ts'
import { getCredential } from './credentials/queries.ts'
import type { VerificationNeeds } from './credentials/verify-auth-credential.ts'
import { codeMail } from './mail/mail-texts.ts'
import { notifyOfCredential, notifyOfExport, notifyOfSession } from './mail/notify-holder.ts'
import type { SendMail } from './mail/wallet-mail.ts'
import { getHolderId } from './queries.ts'
import { provisionWallet } from './wallet-keys.ts'

interface Needs extends Pick<VerificationNeeds, 'store' | 'keys' | 'custodian'> {
  readonly engine: Engine
  readonly sendMail: SendMail | undefined
  readonly log: Logger
}

/** Attempts of a mail, over about a minute; by then the holder has requested another code. */
const MAIL_ATTEMPTS_MAX = 6

type Mailing = (subject: string, platformId: string) => Promise<undefined>

const withAttemptLimit =
  (mail: Mailing): JobHandler =>
  async ({ subjects, attempts }, platformId) =>
    new Map(attempts < MAIL_ATTEMPTS_MAX ? subjects.map((id) => [id, mail(id, platformId)]) : [])

const CODE_LIFE_SECONDS = 300

export function walletJobs({ store, engine, keys, custodian, sendMail, log }: Needs): JobHandlers {
  /**
   * The code is generated here and not by the command, because it is stored nowhere. Every attempt generates another;
   * only the last one is valid.
   */
  async function mailCode(credentialId: string, platformId: string): Promise<undefined> {
    const credential = await getCredential(store, platformId, credentialId).catch(() => undefined)
    if (credential?.proof.type !== 'EMAIL_OTP' || !sendMail) return
    const { name, embeddedWalletConfig } = await getPlatformConfig(store, platformId)
    const code = newOneTimeCode(embeddedWalletConfig ?? {})
    const issueId = randomUUID()
    const codeHash = hashCode(keys.codes, codeSubject(credentialId, issueId), code)
    const lifeMs = (embeddedWalletConfig?.expirationSeconds ?? CODE_LIFE_SECONDS) * 1000
    await engine.run(platformId, (rows) => storeCode(rows, { credentialId, issueId, codeHash, lifeMs }))
    const mail = { ...codeMail(code, embeddedWalletConfig, name), to: credential.proof.email }
    try {
      await sendMail(platformId, mail, [code])
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.warn({ err: error, credentialId }, 'a code could not be mailed')
    }
  }
  const notice =
    (notify: typeof notifyOfSession): Mailing =>
    async (subject, platformId) =>
      sendMail && notify({ store, sendMail }, platformId, subject)
  return {
    provisionWallets: each(async (accountId, platformId) => {
      const holderId = await getHolderId(store, platformId, accountId)
      const wallet = await custodian.makeWallet({ platformId, holderId, walletId: accountId })
      return ((rows) => provisionWallet(rows, { accountId, wallet })) satisfies Command<void>
    }),
    mailCode: withAttemptLimit(mailCode),
    // The wallet's id suffices to find the client; the key stays out of the log.
    noteReusedKey: each(async (accountId, platformId) => {
      log.warn({ platformId, accountId }, 'a client reused a key pair')
    }),
    mailSessionNotice: withAttemptLimit(notice(notifyOfSession)),
    mailCredentialNotice: withAttemptLimit(notice(notifyOfCredential)),
    mailExportNotice: withAttemptLimit(notice(notifyOfExport)),
  }
}
