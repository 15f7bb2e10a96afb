import type { InviteForm } from '@portal/domain/team/invite-form'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { refreshTeam, sendInvite } from './team.api.ts'

interface ShownForm extends InviteForm {
  /** The categories of `categoryIds`. */
  categories: readonly InvoiceCategory[]
}

/** Sends an invitation, new or again; one at a time, even if clicked repeatedly. */
export function useSendInvite(
  accountId: string,
  after: { onSent?: (email: string) => void; onFailed?: (error: unknown) => void } = {},
) {
  const client = useQueryClient()
  const sending = useSingleMutation({
    mutationFn: ({ email, permissions, categoryIds, categories }: ShownForm) =>
      sendInvite({
        email: email.trim(),
        accountId,
        permissions: [...permissions],
        ...(permissions.includes('AccessInvoices') && {
          invoiceCategories: [...categoryIds],
          shown: categories.map(({ name }) => name),
        }),
      }),
    onSuccess: ({ email }) => {
      after.onSent?.(email)
      void refreshTeam(client, accountId)
    },
    onError: async (error) => {
      after.onFailed?.(error)
      await refreshTeam(client, accountId)
    },
  })
  return {
    busy: sending.isPending,
    error: sending.error,
    /** The address of the last invitation. */
    sentTo: sending.data?.email,
    start: sending.mutate,
  }
}
