/** Owns verification by people: nobody is approved until an operator or a regulated platform says so. */
import type { Identity } from './port.ts'

export const manualIdentity: Identity = {
  standingAtCreation: ({ platformIsRegulated }) => (platformIsRegulated ? 'APPROVED' : 'UNVERIFIED'),
}
