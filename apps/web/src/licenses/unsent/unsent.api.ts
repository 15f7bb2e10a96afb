import * as endpoints from '@portal/domain/licenses/licenses.endpoints'
import type { KeptUnsentOrder, ShownItem } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { termsVersion } from '@portal/domain/licenses/schedule-c'
import {
  changed,
  contentOf,
  isUnsaved,
  mayBeMade,
  nothingBuilt,
  orderOf,
  sameContent,
  type UnsentChange,
  type UnsentContent,
} from '@portal/domain/licenses/unsent-changes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallFailed } from '../../api/call-failed.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { mirrorOrder } from '../../session/browser-traces.ts'
import { toast } from '../../ui/toasts.ts'
import { contentOfDraft } from './draft-items.ts'
import { licensesKey, readOrder } from '../licenses.api.ts'
import { NotMade } from './not-made.ts'
import { takeOver } from './take-over.ts'

/** The person who builds an order, and the company it is for. */
export interface Owner {
  id: string
  accountId: string
}

export const unsentQuery = (owner: Owner) =>
  queryOptions({
    queryKey: [...licensesKey(owner.accountId), 'unsent', owner.id],
    queryFn: ({ signal }) => readUnsent(owner, signal),
    // Another tab or device may have changed it.
    staleTime: 0,
  })

async function readUnsent(owner: Owner, signal?: AbortSignal): Promise<KeptUnsentOrder> {
  const query = { companyFilter: owner.accountId }
  await takeOver(owner.id)
  const kept = await call(endpoints.getUnsentOrder, { query, ...(signal && { signal }) })
  const before = queryClient.getQueryData(unsentQuery(owner).queryKey)
  if (before?.order && !kept.order && kept.draft) {
    const { id, status } = kept.draft
    const did = status === 'Draft' ? 'saved' : 'submitted'
    toast.done(
      status === 'Draft' ? 'Draft saved.' : 'Order submitted.',
      `Your order was ${did} as ${orderNumber(id)}.`,
    )
  }
  return mirrored(owner, kept)
}

/** Reads the newest order, also if one is cached. */
const readAgain = (owner: Owner) => queryClient.fetchQuery({ ...unsentQuery(owner), staleTime: 0 })

function mirrored({ id, accountId }: Owner, kept: KeptUnsentOrder): KeptUnsentOrder {
  const { notes, lineItems } = kept.order?.data ?? { notes: '', lineItems: [] }
  mirrorOrder({ user: { id, accountId }, data: { notes, lineItems } })
  return kept
}

async function setKept(owner: Owner, kept: KeptUnsentOrder): Promise<KeptUnsentOrder> {
  const { queryKey } = unsentQuery(owner)
  // The response to an earlier read would restore the previous order.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, mirrored(owner, kept))
  return kept
}

/** Changes of this page are sent one after the other. */
export const changesInTurn = { id: 'unsent order' }

/** A change that is applied once, however often it is sent. */
export interface Attempt {
  change: UnsentChange
  /** The revision of the order when the change was first sent. */
  since?: number
}

const mostRepeats = 3

/** Changes the order. If the server has a newer order, repeats the change there while it still applies. */
export async function makeChange(owner: Owner, attempt: Attempt): Promise<KeptUnsentOrder> {
  const { change } = attempt
  let kept = await queryClient.ensureQueryData(unsentQuery(owner))
  attempt.since ??= kept.revision
  for (let repeats = 0; repeats <= mostRepeats; repeats += 1) {
    const now = contentOf(kept)
    const next = mayBeMade(attempt.since, kept) ? changed(now, change) : undefined
    if (!next) break
    if (sameContent(next, now)) return kept
    try {
      const answer = await call(endpoints.keepUnsentOrder, {
        query: { companyFilter: owner.accountId },
        body: { revision: kept.revision, order: orderOf(next, newIdempotencyKey()) },
      })
      return await setKept(owner, answer)
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 409)) throw error
      kept = await readAgain(owner)
    }
  }
  throw new NotMade()
}

/** Makes a draft the order being built. `mayReplace`: the unsaved work that the person agreed to discard. */
export async function openDraft(
  owner: Owner,
  id: number,
  mayReplace?: UnsentContent,
): Promise<'opened' | 'submitted' | 'asks'> {
  const seen = contentOf(await readAgain(owner))
  if (seen.draft?.id === id) return 'opened'
  const draft = await readOrder(owner.accountId, String(id))
  if (!draft.isDraft) return 'submitted'
  if (isUnsaved(seen) && !(mayReplace && sameContent(seen, mayReplace))) return 'asks'
  await makeChange(owner, {
    change: { do: 'replace', seen, content: contentOfDraft(draft) },
  })
  return 'opened'
}

/** Replaces the opened draft by its newest version, or by an empty order if it is no longer a draft. */
export async function takeNewest(owner: Owner, seen: UnsentContent, isDraft: boolean) {
  const id = String(seen.draft?.id)
  const content = isDraft ? contentOfDraft(await readOrder(owner.accountId, id)) : nothingBuilt
  return makeChange(owner, { change: { do: 'replace', seen, content } })
}

/**
 * Saves the order as a draft, or submits it as shown. The idempotency key belongs to the revision: two tabs, or a retry after
 * a lost response, save the order once.
 */
export async function saveUnsent(
  owner: Owner,
  { revision, order }: KeptUnsentOrder,
  shown: readonly ShownItem[] | undefined,
) {
  const { data, draft, key } = order!
  const asked = {
    // A 401 has its own text.
    keepsSession: true,
    ...(key && { headers: { 'idempotency-key': key } }),
    body: {
      user: owner,
      data,
      isDraft: !shown,
      unsentRevision: revision,
      ...(draft && { version: draft.version }),
      ...(shown && { termsVersion, shown: [...shown] }),
    },
  }
  const saved = draft
    ? await call(endpoints.changeOrder, { params: { id: String(draft.id) }, ...asked })
    : await call(endpoints.createOrder, asked)
  await setKept(owner, { revision: revision + 1, order: null, savedFrom: revision, draft: null })
  return saved
}

/** After a refusal, because the order or its draft may have changed. */
export const showNewest = (owner: Owner) => readAgain(owner).catch(() => undefined)
