import { useQueryClient } from '@tanstack/react-query'
import type { ShownItem } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { effectText } from '@portal/domain/licenses/monthly-effect'
import { agreedText } from '@portal/domain/licenses/order-shown'
import { CallFailed, failureText, isUncertain } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { licensesKey } from './licenses.api.ts'
import { OrderMoved, type Saved } from './order-keeper.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

const notAuthorized = {
  draft: "You're not authorized to perform this action.",
  submit: "You're not authorized to submit orders.",
}

export const isNotAuthorized = (error: unknown) =>
  error instanceof CallFailed && [401, 403].includes(error.status)

/** Why an order was not saved, and what to do. Nothing is lost. */
export function saveFailure(error: unknown, isDraft: boolean): string {
  if (error instanceof OrderMoved)
    return 'This order was changed in another window or by a colleague. Please review it before you save it.'
  if (isNotAuthorized(error)) return isDraft ? notAuthorized.draft : notAuthorized.submit
  const what = isDraft ? 'An error occurred.' : 'Submission failed.'
  if (isUncertain(error) && !(error instanceof CallFailed))
    return `${what} The portal could not be reached. Your order is still here. Check your connection and try again.`
  return failureText(error, `${what} Your order is still here. Try again in a moment.`)
}

interface SaveOrderOptions {
  onDone: () => void
  /** What was shown may be wrong: reads it again. */
  onRefused: () => Promise<unknown>
}

/** Saves the order as a draft, or submits it as it is shown; a retry after a lost response saves it once. */
export function useSaveOrder(local: UseLocalOrder, { onDone, onRefused }: SaveOrderOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (shown: readonly ShownItem[] | 'draft') => {
      try {
        return await local.keeper.save(shown)
      } catch (error) {
        if (error instanceof CallFailed && error.status === 409) await onRefused().catch(() => {})
        throw error
      }
    },
    onSuccess: async (saved) => {
      if (saved.isDraft) toast.done('Draft saved.', `Draft #${orderNumber(saved.id)}`)
      else toast.done('Order submitted.', submittedText(saved))
      onDone()
      await client.invalidateQueries({ queryKey: licensesKey(local.order.user.accountId) })
    },
  })
}

/** Says it if the order costs less than was confirmed. */
function submittedText({ id, consent }: Saved): string {
  const order = `Order ${orderNumber(id)}`
  if (!consent) return order
  const agreed = agreedText(consent)
  return agreed === effectText(consent.monthlyEffect) ? order : `${order}: ${agreed}`
}
