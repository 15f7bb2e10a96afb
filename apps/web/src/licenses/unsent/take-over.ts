// For one release: sends changes that a page of the previous release could not send. Remove in the release after 0.2.0.
import * as endpoints from '@portal/domain/licenses/licenses.endpoints'
import type { UnsentOrder } from '@portal/domain/licenses/licenses.schema'
import { call } from '../../api/call.ts'
import { isUncertain } from '../../api/call-failed.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { orderCopies } from '../../session/browser-traces.ts'
import { toast } from '../../ui/toasts.ts'
import { notMadeTitle } from './not-made.ts'

interface Copy {
  user: { id: string; accountId: string }
  data: UnsentOrder['data']
  id?: number
  version?: number
  isEdited?: boolean
  key?: string
  revision: number
  isAhead: boolean
}

/** Sends each copy of the person once, unless the server has a newer order. */
export async function takeOver(person: string): Promise<void> {
  const copies = (orderCopies.read() as (Copy | null)[]).filter((copy) => copy?.isAhead === true)
  const isOwn = (copy: Copy | null) => copy?.user.id === person
  if (!copies.some(isOwn)) return
  for (const copy of copies.filter(isOwn))
    if (!(await isSent(copy!)))
      toast.problem(notMadeTitle, 'Not done: the changes that only this browser had.')
  orderCopies.write(copies.filter((copy) => !isOwn(copy)))
}

async function isSent(copy: Copy): Promise<boolean> {
  const { user, data, id, version, isEdited = false, key, revision } = copy
  const query = { companyFilter: user.accountId }
  const draft = id && version ? { id, version, isEdited } : null
  const isCleared = data.lineItems.length === 0 && data.notes.trim() === '' && !draft
  try {
    const kept = await call(endpoints.getUnsentOrder, { query })
    if (kept.order && kept.revision > revision) return false
    const order = isCleared ? null : { data, draft, key: key ?? newIdempotencyKey() }
    await call(endpoints.keepUnsentOrder, { query, body: { revision: kept.revision, order } })
    return true
  } catch (error) {
    if (isUncertain(error)) throw error
    return false
  }
}
