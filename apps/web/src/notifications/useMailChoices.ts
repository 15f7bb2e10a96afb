import type { MailChoice, MailChoices } from '@portal/domain/notifications/notifications.schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { toast } from '../ui/toasts.ts'
import { chooseAttachments, chooseMails, mailChoicesQuery } from './notifications.api.ts'

/** A kind of emails, or whether new invoices are attached. */
type Choice = MailChoice | Pick<MailChoices, 'attachesInvoices'>

/** Stores the choices. They are shown immediately, and undone if the server refuses. */
export function useMailChoices(accountId: string) {
  const client = useQueryClient()
  const { queryKey } = mailChoicesQuery(accountId)
  const mutationKey = ['notifications', 'choose', accountId]
  const show = (choice: Choice) =>
    client.setQueryData(queryKey, (shown) => shown && withChoice(shown, choice))
  return useMutation({
    mutationKey,
    // Sent in the order of the clicks: the last choice wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (choice: Choice) =>
      'kind' in choice
        ? chooseMails(accountId, choice)
        : chooseAttachments(accountId, choice.attachesInvoices),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      show(choice)
    },
    onError: (error, choice) => {
      show(opposite(choice))
      toast.problem(failureText(error, 'An error occurred.'))
    },
    // A list fetched in between would undo choices that are not saved yet.
    onSettled: () =>
      client.isMutating({ mutationKey }) > 1 ? undefined : client.invalidateQueries({ queryKey }),
  })
}

function withChoice(shown: MailChoices, choice: Choice): MailChoices {
  if (!('kind' in choice)) return { ...shown, ...choice }
  const choices = shown.choices.map((one) => (one.kind === choice.kind ? choice : one))
  return { ...shown, choices }
}

const opposite = (choice: Choice): Choice =>
  'kind' in choice
    ? { ...choice, isOn: !choice.isOn }
    : { attachesInvoices: !choice.attachesInvoices }
