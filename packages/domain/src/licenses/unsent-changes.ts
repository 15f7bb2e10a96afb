import { isolated } from '../kernel/isolated.ts'
import type { DraftState, KeptUnsentOrder, LineItem, UnsentOrder } from './licenses.schema.ts'
import { notesFollowing } from './line-items.ts'
import { orderNumber } from './order-number.ts'
import { mostLineItems } from './request-types.ts'

export interface KeyedItem {
  key: string
  item: LineItem
}

/** What a user is building. */
export interface UnsentContent {
  notes: string
  items: readonly KeyedItem[]
  draft: UnsentOrder['draft']
}

export const nothingBuilt: UnsentContent = { notes: '', items: [], draft: null }

/** A change, with the values that the user saw before it. */
export type UnsentChange =
  | { do: 'add'; items: readonly KeyedItem[] }
  | { do: 'edit'; seen: KeyedItem; item: LineItem }
  | { do: 'remove'; seen: KeyedItem }
  | { do: 'notes'; draft: number | undefined; seen: string; notes: string }
  | { do: 'replace'; seen: UnsentContent; content: UnsentContent }

export function contentOf({ revision, order }: Pick<KeptUnsentOrder, 'revision' | 'order'>) {
  if (!order) return nothingBuilt
  const { data, draft, itemKeys = [] } = order
  // Pages and servers of the previous release store no keys. The derived keys are equal in all tabs.
  const isKeyed = itemKeys.length === data.lineItems.length
  const items = data.lineItems.map((item, place) => ({
    key: isKeyed ? itemKeys[place]! : `${revision}-${place}`,
    item,
  }))
  return { notes: data.notes, items, draft } satisfies UnsentContent
}

/** `key` is the idempotency key for saving the order. */
export const orderOf = (content: UnsentContent, key: string): UnsentOrder | null =>
  isNothing(content)
    ? null
    : {
        data: { notes: content.notes, lineItems: content.items.map(({ item }) => item) },
        draft: content.draft,
        key,
        itemKeys: content.items.map((one) => one.key),
      }

export const isNothing = ({ notes, items, draft }: UnsentContent) =>
  items.length === 0 && notes.trim() === '' && draft === null

/** Returns whether replacing the content would lose work. */
export const isUnsaved = (content: UnsentContent) =>
  !isNothing(content) && (content.draft === null || content.draft.isEdited)

/** Returns the content after a change; undefined if what the user saw no longer exists. */
export function changed(now: UnsentContent, change: UnsentChange): UnsentContent | undefined {
  if (change.do === 'add') {
    const added = newItems(now, change.items)
    if (added.length > roomIn(now)) return undefined
    if (added.length > 0) return withItems(now, [...now.items, ...added])
    return change.items.some(({ key }) => itemOf(now, key)) ? now : undefined
  }
  if (change.do === 'notes')
    return now.draft?.id === change.draft && [change.seen, change.notes].includes(now.notes)
      ? edited({ ...now, notes: change.notes })
      : undefined
  if (change.do === 'replace')
    return [change.seen, change.content].some((one) => sameContent(now, one))
      ? change.content
      : undefined
  const { seen } = change
  const one = itemOf(now, seen.key)
  if (change.do === 'remove')
    return !one || same(one, seen)
      ? withItems(
          now,
          now.items.filter((item) => item !== one),
        )
      : undefined
  const next = { key: seen.key, item: change.item }
  return one && (same(one, seen) || same(one, next))
    ? withItems(
        now,
        now.items.map((item) => (item === one ? next : item)),
      )
    : undefined
}

const itemOf = ({ items }: UnsentContent, of: string) => items.find(({ key }) => key === of)

/**
 * Returns whether a change that was made on a revision may be applied to a newer one. Not if the order was saved since:
 * the saved order may contain the change, with only the response lost.
 */
export const mayBeMade = (revision: number, { savedFrom }: Pick<KeptUnsentOrder, 'savedFrom'>) =>
  // Servers of the previous release do not return it.
  (savedFrom ?? -1) < revision

/** Returns the items that can be added to an order: a license may be in one item only. */
export function newItems({ items }: UnsentContent, added: readonly KeyedItem[]): KeyedItem[] {
  const keys = new Set(items.map(({ key }) => key))
  const licenses = new Set(items.map(({ item }) => item.licenseId).filter(Boolean))
  return added.filter(({ key, item: { licenseId } }) => {
    const isNew = !keys.has(key) && !licenses.has(licenseId)
    if (licenseId) licenses.add(licenseId)
    return isNew
  })
}

export const roomIn = ({ items }: UnsentContent) => mostLineItems - items.length

/** Returns whether both order the same, regardless of the order of fields. */
export const sameContent = (one: UnsentContent, other: UnsentContent) =>
  one.notes === other.notes &&
  one.draft?.id === other.draft?.id &&
  one.draft?.version === other.draft?.version &&
  one.items.length === other.items.length &&
  one.items.every((item, place) => same(item, other.items[place]!))

const same = (one: KeyedItem, other: KeyedItem) =>
  one.key === other.key && sameItem(one.item, other.item)

export const sameItem = (one: LineItem, other: LineItem) => plain(one) === plain(other)

const plain = (item: LineItem) =>
  JSON.stringify(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const withItems = (now: UnsentContent, items: readonly KeyedItem[]) => {
  const [before, after] = [now.items, items].map((all) => all.map(({ item }) => item))
  return edited({ ...now, items, notes: notesFollowing(now.notes, before!, after!) })
}

const edited = (content: UnsentContent): UnsentContent =>
  content.draft ? { ...content, draft: { ...content.draft, isEdited: true } } : content

/** Returns whether a draft has changed since it was opened. */
export const isMoved = (opened: UnsentOrder['draft'], state: DraftState | null) =>
  opened !== null &&
  state?.id === opened.id &&
  (state.status !== 'Draft' || state.version > opened.version)

export function movedText({ id, status, changedBy }: DraftState): string {
  const draft = `draft #${orderNumber(id)}`
  if (status === 'Deleted') return `D${draft.slice(1)} was deleted.`
  const did = status === 'Submitted' ? 'submitted' : 'changed'
  return changedBy ? `${isolated(changedBy)} ${did} ${draft}.` : `D${draft.slice(1)} was ${did}.`
}
