import type { ExternalRecipient } from '@portal/domain/payments/recipients.schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { toast } from '../../ui/toasts.ts'
import { idsOf, withAdded, withoutEmail } from './recipient-entries.ts'
import {
  addRecipients,
  askRecipient,
  chooseMailboxInvoices,
  deleteRecipient,
  externalRecipientsQuery,
} from './recipients.api.ts'

/** Adds and deletes recipients. Deletion is shown immediately, and undone on a refusal or by Undo. */
export function useRecipients(accountId: string) {
  const client = useQueryClient()
  const { queryKey } = externalRecipientsQuery(accountId)
  const deletionKey = ['recipients', 'delete', accountId]

  const addition = useSingleMutation({
    mutationFn: (emails: readonly string[]) => addRecipients(accountId, emails),
    onSuccess: (added) => {
      client.setQueryData(queryKey, (list) => withAdded(list, added))
      toast.done(
        added.length === 1 ? 'Recipient added' : `${added.length} recipients added`,
        added.length === 1 ? added[0]?.email : undefined,
      )
    },
  })
  const undoing = useMutation({
    mutationFn: async ({ email, categories }: ExternalRecipient) => {
      const added = await addRecipients(accountId, [email])
      return categories.length === 0
        ? added
        : [await chooseMailboxInvoices(accountId, email, idsOf(categories))]
    },
    onSuccess: (added) => client.setQueryData(queryKey, (list) => withAdded(list, added)),
    onError: (error, { email }) => toast.problem(failureText(error, 'An error occurred.'), email),
  })
  const choosing = useSingleMutation({
    mutationFn: ({ email, ids }: { email: string; ids: readonly number[] }) =>
      chooseMailboxInvoices(accountId, email, ids),
    onSuccess: (chosen) =>
      client.setQueryData(queryKey, (list) =>
        list?.map((one) => (one.email === chosen.email ? chosen : one)),
      ),
  })
  const asking = useSingleMutation({
    mutationFn: (email: string) => askRecipient(accountId, email),
    onSuccess: ({ email }) => toast.done('Request sent again', email),
    onError: (error, email) => toast.problem(failureText(error, 'An error occurred.'), email),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
  const deletion = useMutation({
    mutationKey: deletionKey,
    mutationFn: (email: string) => deleteRecipient(accountId, email),
    onMutate: async (email) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (list) => withoutEmail(list, email))
      return before?.find((one) => one.email === email)
    },
    onSuccess: (_, email, recipient) =>
      toast.undoable('Recipient deleted', email, () => recipient && undoing.mutate(recipient)),
    onError: (_error, email, recipient) => {
      // Restores only this recipient: others may have been deleted in the meantime.
      if (recipient) client.setQueryData(queryKey, (list) => withAdded(list, [recipient]))
      toast.problem('An error occurred while deleting the recipient.', email)
    },
    // A list fetched in between would restore a recipient whose deletion is still pending.
    onSettled: () =>
      client.isMutating({ mutationKey: deletionKey }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey }),
  })

  return {
    adding: addition.isPending,
    addError: addition.error ? failureText(addition.error, 'An error occurred.') : undefined,
    add: addition.mutate,
    /** The address to which the request is being sent again. */
    asking: asking.isPending ? asking.variables : undefined,
    ask: asking.mutate,
    resetAdding: addition.reset,
    /** Chooses which invoices an address gets. */
    choosing,
    remove: deletion.mutate,
  }
}
