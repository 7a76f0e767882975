/** Owns which files are taken as documents: recognised by their first bytes, whatever they are called. */

const FORMATS = [
  { mediaType: 'application/pdf', extension: 'pdf', magic: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { mediaType: 'image/jpeg', extension: 'jpg', magic: [0xff, 0xd8, 0xff] },
  { mediaType: 'image/png', extension: 'png', magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const

export type Format = (typeof FORMATS)[number]

/** Undefined: none of those that are taken. */
export const formatOf = (bytes: Uint8Array): Format | undefined =>
  FORMATS.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte))
