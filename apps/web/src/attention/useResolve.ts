import type { Resolved } from '@portal/domain/attention/attention.schema'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailed } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { focusMain } from '../ui/page/focus-main.ts'
import { refreshAttention } from './attention.api.ts'

/**
 * Runs the action once, even after repeated clicks. The lists are reloaded in any case. `isGone`: another user has already
 * acted, so a retry would not help.
 */
export function useResolve<Wanted = void>(
  resolve: (wanted: Wanted) => Promise<Resolved>,
  onDone: (message: string) => void,
  isGone: boolean,
) {
  const client = useQueryClient()
  const { isPending, error, mutate } = useSingleMutation({
    mutationFn: resolve,
    onSuccess: ({ message }) => {
      onDone(message)
      // The button that opened the dialog disappears with its item.
      void refreshAttention(client).then(focusMain)
    },
    onError: () => refreshAttention(client),
  })
  const isOver =
    error instanceof CallFailed &&
    ([403, 404].includes(error.status) || (error.status === 409 && isGone))
  return { busy: isPending, error, isOver, start: mutate }
}
