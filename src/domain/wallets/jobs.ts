/** Owns what wallets put off: their keys, and mails to their holders. */

import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Engine } from '../../engine/engine.ts'
import type { Command } from '../../engine/rows.ts'
import { hashCode, newOneTimeCode } from '../../infra/crypto/one-time-code.ts'
import { each, type JobHandler, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { MailRefused } from '../../providers/mailer/port.ts'
import { getPlatform } from '../platform/queries.ts'
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

/** Tries of a mail: after about a minute whoever waits for a code has asked for another one. */
const MAIL_TRIES_MAX = 6

type Mailing = (subject: string, platformId: string) => Promise<undefined>

const aFewTimes =
  (mail: Mailing): JobHandler =>
  async ({ subjects, attempts }, platformId) =>
    new Map(attempts < MAIL_TRIES_MAX ? subjects.map((id) => [id, mail(id, platformId)]) : [])

const CODE_LIFE_SECONDS = 300

export function walletJobs({ store, engine, keys, custodian, sendMail, log }: Needs): JobHandlers {
  /**
   * The code is made here, not with what asks for it, because it is stored nowhere. Every try makes another one: only
   * the last that was mailed counts.
   */
  async function mailCode(credentialId: string, platformId: string): Promise<undefined> {
    const credential = await getCredential(store, platformId, credentialId).catch(() => undefined)
    if (credential?.proof.type !== 'EMAIL_OTP' || !sendMail) return
    const { name, embeddedWalletConfig } = await getPlatform(store, platformId)
    const code = newOneTimeCode(embeddedWalletConfig ?? {})
    const issueId = randomUUID()
    const codeHash = hashCode(keys.codes, codeSubject(credentialId, issueId), code)
    const lifeMs = (embeddedWalletConfig?.expirationSeconds ?? CODE_LIFE_SECONDS) * 1000
    await engine.run(platformId, (rows) => storeCode(rows, credentialId, { issueId, codeHash }, lifeMs))
    const mail = { ...codeMail(code, embeddedWalletConfig, name), to: credential.proof.email }
    try {
      await sendMail(platformId, mail, [code])
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.warn({ err: error, credentialId }, 'a code cannot be mailed')
    }
  }
  const told =
    (tell: typeof notifyOfSession): Mailing =>
    async (subject, platformId) =>
      sendMail && tell({ store, sendMail }, platformId, subject)
  return {
    provisionWallets: each(async (accountId, platformId) => {
      const holderId = await getHolderId(store, platformId, accountId)
      const wallet = await custodian.makeWallet({ platformId, holderId, walletId: accountId })
      return ((rows) => provisionWallet(rows, accountId, wallet)) satisfies Command<void>
    }),
    mailCode: aFewTimes(mailCode),
    // Not of a credential or a key: which wallet it is must do to look at what its client does.
    noteReusedKey: each(async (accountId, platformId) => {
      log.warn({ platformId, accountId }, 'a client used a key of its own again')
    }),
    mailSessionNotice: aFewTimes(told(notifyOfSession)),
    mailCredentialNotice: aFewTimes(told(notifyOfCredential)),
    mailExportNotice: aFewTimes(told(notifyOfExport)),
  }
}
