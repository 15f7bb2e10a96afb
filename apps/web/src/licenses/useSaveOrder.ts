import { useQueryClient } from '@tanstack/react-query'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { CallFailed, failureText, isUncertain } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { licensesKey } from './licenses.api.ts'
import { OrderMoved } from './order-keeper.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

const notAuthorized = {
  draft: "You're not authorized to perform this action.",
  submit: "You're not authorized to submit orders.",
}

/** Why an order was not saved, and what to do. Nothing is lost. */
export function saveFailure(error: unknown, isDraft: boolean): string {
  if (error instanceof OrderMoved)
    return 'This order was changed in another window or by a colleague. Please review it before you save it.'
  if (error instanceof CallFailed && [401, 403].includes(error.status))
    return isDraft ? notAuthorized.draft : notAuthorized.submit
  const what = isDraft ? 'The draft was not saved' : 'The order was not submitted'
  if (isUncertain(error) && !(error instanceof CallFailed))
    return `${what}: the portal could not be reached. Your order is still here. Check your connection and try again.`
  return failureText(error, `${what}. Your order is still here. Try again in a moment.`)
}

/** Saves the order as a draft or submits it; a retry after a lost response saves it once. */
export function useSaveOrder(local: UseLocalOrder, onDone: () => void) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (isDraft: boolean) => local.keeper.save(isDraft),
    onError: (error, isDraft) => {
      // A 401 leads to sign-in, so a message here would not be seen.
      const isLeaving = error instanceof CallFailed && error.status === 401
      if (isLeaving) toast.problem(saveFailure(error, isDraft))
    },
    onSuccess: async (saved) => {
      if (saved.isDraft) toast.done('Draft saved.', `Draft ${orderNumber(saved.id)}`)
      else toast.done('Order submitted.', `Order ${orderNumber(saved.id)}`)
      onDone()
      await client.invalidateQueries({ queryKey: licensesKey(local.order.user.accountId) })
    },
  })
}
