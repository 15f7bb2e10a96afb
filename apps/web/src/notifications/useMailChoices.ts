import type { MailChoice, MailChoices } from '@portal/domain/notifications/notifications.schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { toast } from '../ui/toasts.ts'
import { chooseMails, mailChoicesQuery } from './notifications.api.ts'

/** Turns emails on and off. Shown immediately, and undone if the server refuses. */
export function useMailChoices(accountId: string) {
  const client = useQueryClient()
  const { queryKey } = mailChoicesQuery(accountId)
  const mutationKey = ['notifications', 'choose', accountId]
  const show = (choice: MailChoice) =>
    client.setQueryData(queryKey, (shown) => shown && withChoice(shown, choice))
  return useMutation({
    mutationKey,
    // In the order of the presses: the last one counts.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (choice: MailChoice) => chooseMails(accountId, choice),
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      show(choice)
    },
    onError: (error, { kind, isOn }) => {
      show({ kind, isOn: !isOn })
      toast.problem(failureText(error, 'An error occurred.'))
    },
    // A list fetched in between would show choices that are not saved yet as they were.
    onSettled: () =>
      client.isMutating({ mutationKey }) > 1 ? undefined : client.invalidateQueries({ queryKey }),
  })
}

function withChoice(shown: MailChoices, { kind, isOn }: MailChoice): MailChoices {
  const choices = shown.choices.map((one) => (one.kind === kind ? { kind, isOn } : one))
  return { ...shown, choices }
}
