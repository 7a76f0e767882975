/** Redacted field names: their values never appear in a log. No code logs them; this is a second line of defence. */

const NAMES = [
  // of the installation and its callers
  'authorization',
  'clientSecret',
  'webhookSecret',
  'secret',
  'secretHash',
  'password',
  'cookie',
  // what proves the holder of a wallet
  'otp',
  'code',
  'codes',
  'codeHash',
  'oidcToken',
  'assertion',
  'attestation',
  'proof',
  'signature',
  // what is sealed or signed
  'sealedKey',
  'mnemonic',
  'privateKey',
  'clientPublicKey',
  'payloadToSign',
  'encryptedSessionSigningKey',
  'encryptedWalletCredentials',
  // people
  'email',
  'nickname',
  'to',
  // of a row that the database refused, with all its values
  'detail',
]

/** For pino: at the top level, and one and two levels below. Errors keep their `code`, which identifies their kind. */
export const REDACTED: readonly string[] = NAMES.flatMap((name) =>
  name === 'code' ? [name] : [name, `*.${name}`, `*.*.${name}`],
)
