import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { mostLineItems } from '@portal/domain/licenses/request-types'
import {
  contentOf,
  isMoved,
  newItems,
  nothingBuilt,
  roomIn,
  sameItem,
  type KeyedItem,
  type UnsentChange,
} from '@portal/domain/licenses/unsent-changes'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { isUncertain } from '../../api/call-failed.ts'
import { lostTexts, useConnection } from '../../api/connection.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { usePortal } from '../../session/useSession.ts'
import { toast } from '../../ui/toasts.ts'
import { NotMade, reportNotMade } from './not-made.ts'
import { changesInTurn, makeChange, takeNewest, unsentQuery, type Attempt } from './unsent.api.ts'
import { useUnsentNotes } from './useUnsentNotes.ts'

/** The order that the signed-in user builds for the active company, as stored on the server, and how to change it. */
function useServersOrder() {
  const { me, company } = usePortal()
  const { id } = me
  const { accountId } = company
  const owner = useMemo(() => ({ id, accountId }), [id, accountId])
  const query = useQuery(unsentQuery(owner))
  const { data: kept, refetch } = query
  const content = useMemo(() => (kept ? contentOf(kept) : nothingBuilt), [kept])
  const lineItems = useMemo(() => content.items.map(({ item }) => item), [content])
  const connection = useConnection()
  const notes = useUnsentNotes(owner, kept)

  /** An attempt whose response was lost: repeating the same change is the same attempt. */
  const unsure = useRef<Attempt>(undefined)
  const changing = useSingleMutation({
    scope: changesInTurn,
    mutationFn: (attempt: Attempt) => makeChange(owner, attempt),
    onSuccess: () => (unsure.current = undefined),
    onError: (error, attempt) => {
      unsure.current = error instanceof NotMade || !isUncertain(error) ? undefined : attempt
      reportNotMade(error, attempt.change, accountId)
      void refetch()
    },
  })
  const change = (wanted: UnsentChange | Attempt, then: () => void) => {
    notes.store()
    changing.mutate('change' in wanted ? wanted : { change: wanted }, { onSuccess: then })
  }

  const add = (items: readonly LineItem[], then: (count: number) => void) => {
    const added = newItems(content, items.map(keyed))
    if (added.length > roomIn(content))
      toast.problem(
        `An order may have at most ${mostLineItems} items.`,
        'Please submit this order, then start another one.',
      )
    else if (added.length === 0) toast.problem('Already in this order.', 'Nothing was added.')
    else {
      const again = unsure.current && isOf(unsure.current.change, items)
      change(again ? unsure.current! : { do: 'add', items: added }, () => then(added.length))
    }
  }

  const moved = kept && isMoved(content.draft, kept.draft) ? kept.draft! : undefined
  const isEdited = content.draft?.isEdited ?? false
  // A draft that this person has not changed follows the changes of colleagues.
  const behind = isEdited ? undefined : moved
  useEffect(() => {
    if (behind) void takeNewest(owner, content, behind.status === 'Draft').catch(() => {})
  }, [behind, owner, content])

  useEffect(() => {
    // Two windows beside each other are both visible.
    const load = () => void refetch()
    addEventListener('focus', load)
    return () => removeEventListener('focus', load)
  }, [refetch])

  return {
    owner,
    query,
    content,
    lineItems,
    notes,
    /** The draft, if it was changed, submitted or deleted while this person is editing it. */
    moved: isEdited ? moved : undefined,
    isChanging: changing.isPending,
    /** Why the order cannot be changed now. */
    blocked: connection !== 'reached' && lostTexts[connection],
    /** `then` is called with the number of added items. */
    add,
    edit: (seen: KeyedItem, item: LineItem, then: () => void) =>
      change({ do: 'edit', seen, item }, then),
    remove: (seen: KeyedItem, then: () => void) => change({ do: 'remove', seen }, then),
    clear: (then: () => void) =>
      changing.mutate(
        { change: { do: 'replace', seen: content, content: nothingBuilt } },
        {
          onSuccess: () => {
            notes.discard()
            then()
          },
        },
      ),
  }
}

export type UseUnsentOrder = ReturnType<typeof useServersOrder>
const Unsent = createContext<UseUnsentOrder | undefined>(undefined)

/** Provides the same order to all parts of a screen. */
export const WithUnsentOrder = ({ children }: { children: ReactNode }) => (
  <Unsent value={useServersOrder()}>{children}</Unsent>
)

export function useUnsentOrder(): UseUnsentOrder {
  const unsent = use(Unsent)
  if (!unsent) throw new Error('The screen has no order: put it into WithUnsentOrder.')
  return unsent
}

const keyed = (item: LineItem): KeyedItem => ({ key: newIdempotencyKey(), item })

const isOf = (change: UnsentChange, items: readonly LineItem[]) =>
  change.do === 'add' &&
  change.items.length === items.length &&
  change.items.every(({ item }, place) => sameItem(item, items[place]!))
