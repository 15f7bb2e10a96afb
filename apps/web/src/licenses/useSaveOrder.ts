import { termsVersion } from '@portal/domain/licenses/schedule-c'
import { useQueryClient } from '@tanstack/react-query'
import { CallFailed, failureText, isUncertain } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { licensesKey, saveOrder } from './licenses.api.ts'
import { emptyOrder, orderOf } from './local-order.ts'
import { storedOrders } from './order-store.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

const notAuthorized = {
  draft: "You're not authorized to perform this action.",
  submit: "You're not authorized to submit orders.",
}

/** Why an order was not saved, in words; nothing of it is lost. */
export function saveFailure(error: unknown, isDraft: boolean): string {
  if (error instanceof CallFailed && [401, 403].includes(error.status))
    return isDraft ? notAuthorized.draft : notAuthorized.submit
  if (isDraft) return failureText(error, 'An error occurred.')
  const status = error instanceof CallFailed ? error.statusText : ''
  return failureText(error, status || 'Submission failed.')
}

/**
 * Saves the order in hand as a draft or submits it. Its name is kept in the browser until it is answered: asking again
 * after a lost answer, or from a second tab, saves it once. What was refused gets another name.
 */
export function useSaveOrder(local: UseLocalOrder, onDone: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (isDraft: boolean) => {
      // As it is now: another tab may have changed it.
      const { user, data, id, version, key } = orderOf(storedOrders(), local.order.user)
      const saved = await saveOrder(
        {
          user,
          data,
          isDraft,
          ...(id !== undefined && version !== undefined && { version }),
          ...(!isDraft && { termsVersion }),
        },
        id,
        // Only an empty order has none, and that cannot be saved.
        key!,
      )
      // Another tab may have begun a new one meanwhile.
      local.change((order) => (order.key === key ? emptyOrder(user) : order))
      return saved
    },
    onError: (error, isDraft) => {
      if (!isUncertain(error)) local.change(({ key: _key, ...order }) => order)
      // The page goes to the sign-in with the session; what was said in it would go too.
      const isLeaving = error instanceof CallFailed && error.status === 401
      if (isDraft || isLeaving) toast.problem(saveFailure(error, isDraft))
    },
    onSuccess: async (saved) => {
      if (saved.isDraft) toast.done('Draft saved.', `Draft #${saved.id}`)
      else toast.done('Order submitted.', `Order #${saved.id} is on its way.`)
      onDone()
      await client.invalidateQueries({ queryKey: licensesKey(local.order.user.accountId) })
    },
  })
}
