/** Change of the platform's configuration by a form: the call, its progress, and its refusal. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/note.tsx'

type Changes = Parameters<typeof api.updatePlatformConfig>[0]

export function useSaving(onSaved?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: Changes) => api.updatePlatformConfig(changes),
    onSuccess: async () => {
      await client.invalidateQueries()
      onSaved?.()
    },
  })
}

interface SaveButtonProps {
  readonly saving: Pick<ReturnType<typeof useSaving>, 'isPending' | 'isSuccess' | 'error'>
  /** Whether the form equals the saved values. */
  readonly isUnchanged: boolean
}

export function SaveButton({ saving: { isPending, isSuccess, error }, isUnchanged }: SaveButtonProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Problem error={error} />
      <p className="flex items-center gap-3">
        <Button type="submit" look="primary" data-needs="MANAGE" disabled={isPending || isUnchanged}>
          {isPending ? 'Saving …' : 'Save'}
        </Button>
        <span role="status" className="text-sm text-done">
          {isSuccess && isUnchanged && 'Saved'}
        </span>
      </p>
    </div>
  )
}
