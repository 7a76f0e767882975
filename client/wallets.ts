/** Public surface of `causeway-client/wallets`: sign-in to embedded wallets, and the operations that their holders sign. */
export { type ClientKeys, clientKeysOf, newClientKeys } from './keys.ts'
export * from './passkeys.ts'
export type { SessionKey } from './session-key.ts'
export * from './sign-in.ts'
export * from './wallet.ts'
