/** Wallet providers of both modes: custodian, passkeys, identity tokens, and mail. */
import type { Clock } from '../core/clock.ts'
import type { CodeLimits } from '../domain/wallets/credentials/one-time-code.ts'
import type { SendMail } from '../domain/wallets/mail/wallet-mail.ts'
import { guardedRequests } from '../infra/egress/post.ts'
import { localCustodian } from '../providers/custodian/local.ts'
import type { MasterKeys } from '../providers/custodian/master-keys.ts'
import { type Custodian, SESSION_CHAIN_MS } from '../providers/custodian/port.ts'
import { smtpMailer } from '../providers/mailer/smtp.ts'
import type { AcceptedIssuer } from '../providers/oidc/issuers.ts'
import { openId } from '../providers/oidc/openid.ts'
import type { Oidc } from '../providers/oidc/port.ts'
import type { Passkeys } from '../providers/passkeys/port.ts'
import { webauthn } from '../providers/passkeys/webauthn.ts'
import type { StandIns } from '../providers/stand-ins/port.ts'

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
  /** How long refreshes of a session go on after its proof. */
  readonly sessionChainMs: number
  /** Domains in whose names platforms may send mail; undefined: in any. */
  readonly mailDomains: readonly string[] | undefined
}

/** What the operator has set. */
export interface WalletSettings {
  readonly masterKeys: MasterKeys
  readonly oidcIssuers: readonly AcceptedIssuer[]
  readonly smtpUrl: string | undefined
  /** Sender of mails whose platform has named none. */
  readonly mailFrom: string
  /** Domains in whose names platforms may send; undefined: in any. */
  readonly mailDomains: readonly string[] | undefined
  /** How many codes the wallets of a platform are mailed an hour. */
  readonly codesPerHour: number
  /** Hours after its proof at which a chain of refreshed sessions ends; at most 12. */
  readonly sessionHours: number
}

const HOUR_MS = 60 * 60_000
/** Whoever has the address may have asked for none of them. */
const CODES_AN_ADDRESS_A_DAY = 10

/** @param clock of the day, whatever a sandbox's shows: issuers go by it */
export function walletOutside(
  { masterKeys, oidcIssuers, smtpUrl, mailFrom, mailDomains, codesPerHour, sessionHours }: WalletSettings,
  { clock, isSandbox }: { clock: Clock; isSandbox: boolean },
): WalletOutside {
  const smtp =
    smtpUrl === undefined ? undefined : smtpMailer({ url: smtpUrl, from: { address: mailFrom }, domains: mailDomains })
  const { get } = guardedRequests({ allowLoopback: isSandbox, timeoutMs: 3000 })
  return {
    custodian: custodianOf(masterKeys),
    passkeys: webauthn({ allowLocalhost: isSandbox }),
    oidc: openId({ issuers: oidcIssuers, get, clock }),
    standIns: undefined,
    sessionChainMs: Math.min(sessionHours * HOUR_MS, SESSION_CHAIN_MS),
    mailDomains,
    codeLimits: smtp && { anAddressADay: CODES_AN_ADDRESS_A_DAY, aPlatformAnHour: codesPerHour },
    sendMail: smtp && ((_platformId, mail) => smtp.send(mail)),
  }
}

/** The keeper of wallet keys as production has it: exports are signed, and nothing stands for a signature. */
export const custodianOf = (masterKeys: MasterKeys): Custodian => localCustodian({ masterKeys, signsExports: true })
