/** JSON body parser: refuses malformed and too deeply nested bodies, and anything but an object. */
import { LIMITS } from '../../../contract/limits.ts'
import { refuseField } from '../../core/refusal.ts'

/** @returns undefined for an empty body. @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE when it is nested too deeply */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  if (depth(text) > LIMITS.bodyDepth)
    refuseField('PAYLOAD_TOO_LARGE', 'body', `is nested deeper than ${LIMITS.bodyDepth} levels`)
  try {
    return JSON.parse(text)
  } catch {
    refuseField('INVALID_INPUT', 'body', 'is not valid JSON')
  }
}

/** Depth of nesting, found without parsing. */
function depth(text: string): number {
  let open = 0
  let deepest = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (quoted) {
      if (char === 0x5c) i++
      else if (char === 0x22) quoted = false
    } else if (char === 0x22) quoted = true
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++open)
    else if (char === 0x7d || char === 0x5d) open--
  }
  return deepest
}
