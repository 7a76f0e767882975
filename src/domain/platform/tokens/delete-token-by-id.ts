/** Token deletion use case. */
import { command } from '../../../engine/command.ts'
import { releaseClaim } from '../name-claim.ts'
import { SLOT_READS, TOKEN_SLOTS, tokens } from './token.ts'

/** The token stops working with the commit. @param tokenId bare. @throws Refusal TOKEN_NOT_FOUND */
export const deleteTokenById = command({
  reads: (_seen, tokenId: string) => [[tokens, tokenId], ...SLOT_READS],
  run(rows, tokenId): void {
    rows.remove(tokens, rows.get(tokens, tokenId))
    for (const slot of TOKEN_SLOTS) releaseClaim(rows, slot, tokenId)
  },
})
