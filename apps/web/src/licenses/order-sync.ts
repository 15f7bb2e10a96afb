import type {
  DraftState,
  KeptUnsentOrder,
  UnsentOrder,
} from '@portal/domain/licenses/licenses.schema'
import {
  emptyOrder,
  isEmpty,
  sameData,
  withoutDraft,
  type LocalOrder,
  type Owner,
} from './local-order.ts'

/**
 * The server's copy of an order is authoritative; the browser's copy adds unsaved changes to it. All decisions
 * about the two are pure functions in this file; order-keeper.ts carries them out.
 */

/** The order as stored on the server; null if there is nothing to store. */
export function toKeep(order: LocalOrder): UnsentOrder | null {
  if (isEmpty(order)) return null
  const { data, id, version, isEdited = false, key = null } = order
  const draft = id === undefined || version === undefined ? null : { id, version, isEdited }
  return { data, draft, key }
}

/** The server's copy as this browser's order. */
export function taken(user: Owner, { order, revision }: KeptUnsentOrder): LocalOrder {
  if (!order) return { ...emptyOrder(user), revision }
  const { data, draft, key } = order
  return {
    user,
    data,
    ...(draft && { id: draft.id, version: draft.version }),
    ...(draft?.isEdited && { isEdited: true }),
    ...(key !== null && { key }),
    revision,
    isAhead: false,
  }
}

/** What to do with the server's copy: nothing, take it, send ours, or let the user choose. */
export type Step = 'none' | 'take' | 'send' | 'choose'

export function nextStep(local: LocalOrder, kept: KeptUnsentOrder): Step {
  // A slow response to an earlier request.
  if (kept.revision < local.revision) return 'none'
  if (kept.revision === local.revision) return local.isAhead ? 'send' : 'none'
  if (!local.isAhead || isEmpty(local)) return 'take'
  const isSame =
    kept.order !== null &&
    sameData(kept.order.data, local.data) &&
    kept.order.draft?.id === local.id &&
    kept.order.draft?.version === local.version
  return isSame ? 'take' : 'choose'
}

/** What prevents the user from saving the order. */
export type Obstacle =
  /** Another window or device continued from the same order. */
  | { kind: 'other window'; order: UnsentOrder }
  /** Another window or device saved it, submitted it or cleared it. */
  | { kind: 'done elsewhere'; draft: DraftState | null }
  /** The draft was changed in the meantime. */
  | { kind: 'draft changed'; draft: DraftState }
  /** The draft was submitted or deleted in the meantime. */
  | { kind: 'draft gone'; draft: DraftState }

export function obstacleOf(
  local: LocalOrder,
  kept: KeptUnsentOrder | undefined,
): Obstacle | undefined {
  if (!kept) return undefined
  if (nextStep(local, kept) === 'choose')
    return kept.order
      ? { kind: 'other window', order: kept.order }
      : { kind: 'done elsewhere', draft: kept.draft }
  const { draft } = kept
  if (draft && isOfSaved(local, kept)) return { kind: 'done elsewhere', draft }
  if (!draft || draft.id !== local.id || !local.isEdited) return undefined
  if (draft.status !== 'Draft') return { kind: 'draft gone', draft }
  return draft.version > local.version! ? { kind: 'draft changed', draft } : undefined
}

/** Whether `kept.draft` is an earlier version of a new order: the response to saving it never arrived. */
export const isOfSaved = (local: LocalOrder, { revision, order, draft }: KeptUnsentOrder) =>
  draft !== null &&
  local.id === undefined &&
  revision >= local.revision &&
  order !== null &&
  order.draft === null &&
  order.key === local.key

/** What happens to an opened draft without changes of this user when the draft changes: reload, clear or nothing. */
export function followDraft(
  local: LocalOrder,
  { draft }: KeptUnsentOrder,
): 'none' | 'reload' | 'clear' {
  if (!draft || draft.id !== local.id || local.isEdited) return 'none'
  if (draft.status !== 'Draft') return 'clear'
  return draft.version > local.version! ? 'reload' : 'none'
}

/** The user's own version, based on the other version that the user saw. */
export function keepMine(local: LocalOrder, kept: KeptUnsentOrder): LocalOrder {
  const { draft } = kept
  const rebased: LocalOrder = { ...local, revision: kept.revision, isAhead: true }
  // An order that was saved elsewhere as a draft becomes a change of that draft.
  const isNew = local.id === undefined
  const isSaved = !kept.order || (nextStep(local, kept) !== 'choose' && isOfSaved(local, kept))
  const isOfDraft = draft && (isNew ? isSaved : draft.id === local.id)
  if (!isOfDraft) return rebased
  if (draft.status !== 'Draft') return withoutDraft(rebased)
  const { key: _key, ...rest } = rebased
  return { ...rest, id: draft.id, version: draft.version, isEdited: true }
}
