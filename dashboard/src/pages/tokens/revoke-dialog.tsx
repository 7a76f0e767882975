/** Confirmation before a token is revoked. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Token } from '../../../../contract/platform/tokens.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/note.tsx'

export function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api('deleteTokenById', { params: { tokenId: token.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['tokens'] })
      onClose()
    },
  })
  return (
    <Dialog title="Revoke this token?" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="break-words">
          {token.name}, <span className="font-mono text-sm break-all">{token.clientId}</span>
        </p>
        <p className="text-muted">Programs that use it are refused immediately. A revoked token cannot be restored.</p>
        <Problem error={revoke.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            {revoke.isPending ? 'Revoking …' : 'Revoke'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
