/** Export envelope of a wallet: verification and decryption of the mnemonic. */
import { p256 } from '@noble/curves/nist.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { type ClientKeys, openSealed } from './keys.ts'

export interface ExportExpectation {
  /** Expected recipient and signer of the envelope; any other is refused. */
  readonly organizationId: string
  /** The service's published key, 130 hex characters. Undefined only for a sandbox, whose exports are not signed. */
  readonly exportKey: string | undefined
}

/**
 * The mnemonic in `encryptedWalletCredentials`.
 * @throws Error when the envelope is of another key or organization, was changed, or is not signed as expected
 */
export async function openExport(credentials: string, keys: ClientKeys, expected: ExportExpectation): Promise<string> {
  const { data, dataSignature, enclaveQuorumPublic } = JSON.parse(credentials) as Record<string, string>
  const bytes = hexToBytes(data as string)
  const { exportKey } = expected
  if (exportKey !== undefined) {
    const isSigned = enclaveQuorumPublic === exportKey && holds(dataSignature as string, bytes, exportKey)
    if (!isSigned) throw new Error('The export is not signed by the service')
  }
  const content = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, string>
  if (content.organizationId !== expected.organizationId) throw new Error('The export is for another organization')
  const { encappedPublic, ciphertext } = content
  const words = await openSealed(keys, hexToBytes(encappedPublic as string), hexToBytes(ciphertext as string))
  return new TextDecoder().decode(words)
}

function holds(signature: string, data: Uint8Array, publicKey: string): boolean {
  try {
    return p256.verify(hexToBytes(signature), data, hexToBytes(publicKey), { format: 'der', lowS: false })
  } catch {
    return false
  }
}
