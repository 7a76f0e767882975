/** Accepted document formats, recognized by the first and last bytes of a file, not by its name. */

const FORMATS = [
  { mediaType: 'application/pdf', extension: 'pdf', magic: [0x25, 0x50, 0x44, 0x46, 0x2d], end: '%%EOF' },
  { mediaType: 'image/jpeg', extension: 'jpg', magic: [0xff, 0xd8, 0xff], end: '\xff\xd9' },
  {
    mediaType: 'image/png',
    extension: 'png',
    magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    end: 'IEND\xae\x42\x60\x82',
  },
] as const

export type Format = (typeof FORMATS)[number]

/** @returns undefined for any other format, and for a truncated file. Programs append data after the end marker, so it may be anywhere. */
export const formatOf = (bytes: Uint8Array): Format | undefined =>
  FORMATS.find(
    ({ magic, end }) =>
      magic.every((byte, i) => bytes[i] === byte) &&
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(end, undefined, 'latin1') >=
        magic.length,
  )
