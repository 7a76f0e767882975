/** Check that UMA signatures are made by libsecp256k1: the SDK's curve library falls back to a JavaScript implementation without an error. */
import { createRequire } from 'node:module'

/** @throws Error that says what to install. @param load the native part of the library */
export function requireNativeCurve(load = () => createRequire(import.meta.url)('secp256k1/bindings') as unknown): void {
  try {
    load()
  } catch (cause) {
    throw new Error(
      `The native library secp256k1, which signs for UMA, is not installed for ${process.platform}-${process.arch}: run "npm rebuild secp256k1" with a C++ compiler installed, or start without CAUSEWAY_UMA_PARTNERS`,
      { cause },
    )
  }
}
