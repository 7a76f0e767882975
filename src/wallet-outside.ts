/** Owns what wallets need from outside, as both modes have it: keys, proofs of who the holder is, and mail. */
import type { Clock } from './core/clock.ts'
import type { CodeLimits } from './domain/credentials/mail-code.ts'
import type { SendMail } from './domain/credentials/send-mail.ts'
import { guardedRequests } from './infra/egress/post.ts'
import { localCustodian } from './providers/custodian/local.ts'
import type { MasterKeys } from './providers/custodian/master-keys.ts'
import type { Custodian } from './providers/custodian/port.ts'
import { smtpMailer } from './providers/mailer/smtp.ts'
import type { AcceptedIssuer } from './providers/oidc/issuers.ts'
import { openId } from './providers/oidc/openid.ts'
import type { Oidc } from './providers/oidc/port.ts'
import type { Passkeys } from './providers/passkeys/port.ts'
import { webauthn } from './providers/passkeys/webauthn.ts'
import type { StandIns } from './providers/stand-ins/port.ts'

/** What differs between a sandbox and production. */
export interface WalletOutside {
  readonly custodian: Custodian
  readonly passkeys: Passkeys
  readonly oidc: Oidc
  /** What is taken for a proof without being one; absent: nothing is. */
  readonly standIns: StandIns | undefined
  /** Absent: no mail leaves this installation. */
  readonly sendMail: SendMail | undefined
  /** How many codes are mailed; undefined where no mail leaves. */
  readonly codeLimits: CodeLimits | undefined
}

/** What the operator has set. */
export interface WalletSettings {
  readonly masterKeys: MasterKeys
  readonly oidcIssuers: readonly AcceptedIssuer[]
  readonly smtpUrl: string | undefined
  /** Sender of mails whose platform has named none. */
  readonly mailFrom: string
  /** How many codes the wallets of a platform are mailed an hour. */
  readonly codesPerHour: number
}

/** Whoever has the address may have asked for none of them. */
const CODES_AN_ADDRESS_A_DAY = 10

/** @param clock of the day, whatever a sandbox's shows: issuers go by it */
export function walletOutside(
  { masterKeys, oidcIssuers, smtpUrl, mailFrom, codesPerHour }: WalletSettings,
  { clock, isSandbox }: { clock: Clock; isSandbox: boolean },
): WalletOutside {
  const smtp = smtpUrl === undefined ? undefined : smtpMailer({ url: smtpUrl, from: { address: mailFrom } })
  const { get } = guardedRequests({ allowLoopback: isSandbox, timeoutMs: 3000 })
  return {
    custodian: custodianOf(masterKeys, { isSandbox }),
    passkeys: webauthn({ allowLocalhost: isSandbox }),
    oidc: openId({ issuers: oidcIssuers, get, clock }),
    standIns: undefined,
    codeLimits: smtp && { anAddressADay: CODES_AN_ADDRESS_A_DAY, aPlatformAnHour: codesPerHour },
    sendMail: smtp && ((_platformId, mail) => smtp.send(mail)),
  }
}

/** Exports of a sandbox are not signed. */
export const custodianOf = (masterKeys: MasterKeys, { isSandbox }: { isSandbox: boolean }): Custodian =>
  localCustodian({ masterKeys, signsExports: !isSandbox })
