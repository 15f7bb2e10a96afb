import type { Resolved } from '@portal/domain/attention/attention.schema'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { focusMain } from '../ui/focus-main.ts'
import { refreshAttention } from './attention.api.ts'

/** Runs the action once, even if it is clicked repeatedly. The lists are reloaded in any case. */
export function useResolve<Wanted = void>(
  resolve: (wanted: Wanted) => Promise<Resolved>,
  onDone: (message: string) => void,
) {
  const client = useQueryClient()
  const { isPending, error, mutate } = useSingleMutation({
    mutationFn: resolve,
    onSuccess: ({ message }) => onDone(message),
    // The button that opened the dialog disappears with its item.
    onSettled: () => void refreshAttention(client).then(focusMain),
  })
  // Another user resolved it first, or the item has changed: a retry would not help.
  const isRefused = error instanceof CallFailed && [403, 404].includes(error.status)
  const isSettled = error instanceof CallFailed && error.status === 409
  return { busy: isPending, error, isOver: isRefused || isSettled, start: mutate }
}
