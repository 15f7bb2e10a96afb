import type { InviteForm } from '@portal/domain/team/invite-form'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { refreshTeam, sendInvite } from './team.api.ts'

/** Sends an invitation, new or again; one at a time, even if clicked repeatedly. */
export function useSendInvite(
  accountId: string,
  after: { onSent?: (email: string) => void; onFailed?: (error: unknown) => void } = {},
) {
  const client = useQueryClient()
  const sending = useSingleMutation({
    mutationFn: ({ email, permissions, categoryIds }: InviteForm) =>
      sendInvite({
        email: email.trim(),
        accountId,
        permissions: [...permissions],
        ...(permissions.includes('AccessInvoices') && { invoiceCategories: [...categoryIds] }),
      }),
    onSuccess: ({ email }) => {
      after.onSent?.(email)
      void refreshTeam(client, accountId)
    },
    onError: (error) => after.onFailed?.(error),
  })
  return {
    busy: sending.isPending,
    error: sending.error,
    /** The address the last one was sent to. */
    sentTo: sending.data?.email,
    start: sending.mutate,
  }
}
