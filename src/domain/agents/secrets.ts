/** Owns what lets an agent in: device codes that people can read to each other, and access tokens. */
import { newOneTimeCode } from '../../infra/crypto/one-time-code.ts'
import { newSecret } from '../../infra/crypto/secrets.ts'

/** 138 random bits, in groups of four. */
export const newDeviceCodeText = (): string =>
  `AGENT-${newOneTimeCode({ otpLength: 28, alphanumeric: true }).replace(/.{4}(?=.)/g, '$&-')}`

/** 256 random bits. */
export const newAccessToken = (): string => `agt_${newSecret()}`
