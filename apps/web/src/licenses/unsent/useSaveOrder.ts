import { useQueryClient } from '@tanstack/react-query'
import type { LicenseOrderDetails, ShownItem } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { effectText } from '@portal/domain/licenses/monthly-effect'
import { agreedText } from '@portal/domain/licenses/order-shown'
import { contentOf, sameContent } from '@portal/domain/licenses/unsent-changes'
import { CallFailed, failureText, isUncertain } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { toast } from '../../ui/toasts.ts'
import { licensesKey } from '../licenses.api.ts'
import { isNotAuthorized, NotMade } from './not-made.ts'
import { makeChange, saveUnsent, showNewest, unsentQuery } from './unsent.api.ts'
import { useUnsentOrder } from './useUnsentOrder.tsx'

const notAuthorized = {
  draft: "You're not authorized to perform this action.",
  submit: "You're not authorized to submit orders.",
}

/** Why an order was not saved, and the next steps. Nothing is lost. */
export function saveFailure(error: unknown, isDraft: boolean): string {
  if (error instanceof NotMade)
    return 'Your order was changed in another window. Please review it before you save it.'
  if (isNotAuthorized(error)) return isDraft ? notAuthorized.draft : notAuthorized.submit
  const what = isDraft ? 'An error occurred.' : 'Submission failed.'
  if (isUncertain(error) && !(error instanceof CallFailed))
    return `${what} The portal could not be reached. Your order is still here. Check your connection and try again.`
  return failureText(error, `${what} Your order is still here. Try again in a moment.`)
}

/** Submits the order as shown, or saves it: to its draft, or as a new draft. */
type Wanted = readonly ShownItem[] | 'draft' | 'new draft'

interface SaveOrderOptions {
  onDone: () => void
  /** Reads data again that may be outdated. */
  onRefused: () => Promise<unknown>
}

/** Saves the order as a draft, or submits it as shown; a retry after a lost response does not save it twice. */
export function useSaveOrder({ onDone, onRefused }: SaveOrderOptions) {
  const client = useQueryClient()
  const { owner, content, notes } = useUnsentOrder()
  return useSingleMutation({
    mutationFn: async (wanted: Wanted) => {
      await notes.stored()
      const seen = { ...content, notes: notes.text }
      const saved = wanted === 'new draft' ? { ...seen, draft: null } : seen
      if (saved !== seen)
        await makeChange(owner, { change: { do: 'replace', seen, content: saved } })
      const kept = client.getQueryData(unsentQuery(owner).queryKey)
      if (!kept || !sameContent(contentOf(kept), saved)) throw new NotMade()
      try {
        return await saveUnsent(owner, kept, typeof wanted === 'string' ? undefined : wanted)
      } catch (error) {
        if (error instanceof CallFailed && [404, 409].includes(error.status))
          await Promise.all([showNewest(owner), onRefused().catch(() => {})])
        throw error
      }
    },
    onSuccess: async (saved) => {
      if (saved.isDraft) toast.done('Draft saved.', `Draft #${orderNumber(saved.id)}`)
      else toast.done('Order submitted.', submittedText(saved))
      onDone()
      await client.invalidateQueries({ queryKey: licensesKey(owner.accountId) })
    },
  })
}

/** Notifies the user if the order costs less than confirmed. */
function submittedText({ id, consent }: LicenseOrderDetails): string {
  const order = `Order ${orderNumber(id)}`
  if (!consent) return order
  const agreed = agreedText(consent)
  return agreed === effectText(consent.monthlyEffect) ? order : `${order}: ${agreed}`
}
