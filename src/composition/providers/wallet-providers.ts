/** Wallet providers of both modes: custodian, passkeys, identity tokens, and mail. */
import type { Clock } from '../../core/clock.ts'
import type { CodeLimits } from '../../domain/wallets/credentials/one-time-code.ts'
import type { SendMail } from '../../domain/wallets/mail/wallet-mail.ts'
import { guardedRequests } from '../../infra/egress/public-http.ts'
import { localCustodian } from '../../providers/custodian/local.ts'
import type { MasterKeys } from '../../providers/custodian/master-keys.ts'
import { type Custodian, SESSION_CHAIN_MS } from '../../providers/custodian/port.ts'
import { smtpMailer } from '../../providers/mailer/smtp.ts'
import type { AcceptedIssuer } from '../../providers/oidc/issuers.ts'
import { openId } from '../../providers/oidc/openid.ts'
import type { Oidc } from '../../providers/oidc/port.ts'
import type { Passkeys } from '../../providers/passkeys/port.ts'
import { webauthn } from '../../providers/passkeys/webauthn.ts'
import type { StandIns } from '../../providers/stand-ins/port.ts'

/** Wallet providers of a mode: sandbox or production. */
export interface WalletProviders {
  readonly custodian: Custodian
  readonly passkeys: Passkeys
  readonly oidc: Oidc
  /** Test values that are accepted as proofs; undefined in production: none. */
  readonly standIns: StandIns | undefined
  /** Undefined: no mail is sent. */
  readonly sendMail: SendMail | undefined
  /** Limits on mailed codes; undefined when no mail is sent. */
  readonly codeLimits: CodeLimits | undefined
  /** How long after its proof a session can be refreshed. */
  readonly sessionChainMs: number
  /** Sender domains that platforms may use; undefined: any. */
  readonly mailDomains: readonly string[] | undefined
}

/** Settings of the operator. */
export interface WalletSettings {
  readonly masterKeys: MasterKeys
  readonly oidcIssuers: readonly AcceptedIssuer[]
  readonly smtpUrl: string | undefined
  /** Sender of mails for platforms that have configured none. */
  readonly mailFrom: string
  /** Sender domains that platforms may use; undefined: any. */
  readonly mailDomains: readonly string[] | undefined
  /** Maximum number of codes mailed to the wallets of one platform per hour. */
  readonly codesPerHour: number
  /** Hours after its proof at which a chain of refreshed sessions ends; at most 12. */
  readonly sessionHours: number
}

const HOUR_MS = 60 * 60_000
/** Anyone can request codes for an address, so its owner is protected from a flood of them. */
const CODES_AN_ADDRESS_A_DAY = 10

/** @param clock real time, not a sandbox's: identity tokens carry it */
export function walletProviders(
  { masterKeys, oidcIssuers, smtpUrl, mailFrom, mailDomains, codesPerHour, sessionHours }: WalletSettings,
  { clock, isSandbox }: { clock: Clock; isSandbox: boolean },
): WalletProviders {
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

/** Custodian of production: it signs exports, and accepts no stand-in for a signature. */
export const custodianOf = (masterKeys: MasterKeys): Custodian => localCustodian({ masterKeys, signsExports: true })
