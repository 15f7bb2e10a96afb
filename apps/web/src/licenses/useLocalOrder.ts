import type { LicenseOrderDetails, LineItem } from '@portal/domain/licenses/licenses.schema'
import { mostLineItems } from '@portal/domain/licenses/request-types'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import {
  emptyOrder,
  fromDraft,
  orderOf,
  roomIn,
  withItem,
  withItems,
  withoutItem,
  type LocalOrder,
} from './local-order.ts'
import { changeOrder, storedOrders, subscribeOrders } from './order-store.ts'

/** The signed-in person's order for the company in sight: kept in the browser, the same in all its tabs. */
export function useLocalOrder() {
  const { me, company } = usePortal()
  const { id } = me
  const { accountId } = company
  const orders = useSyncExternalStore(subscribeOrders, storedOrders)
  const order = useMemo(() => orderOf(orders, { id, accountId }), [orders, id, accountId])

  // Whose order is in hand changes with the person and with the company.
  useEffect(() => changeOrder({ id, accountId }, (kept) => kept), [id, accountId])

  return useMemo(() => {
    const owner = { id, accountId }
    const change = (to: (order: LocalOrder) => LocalOrder) => changeOrder(owner, to)
    return {
      order,
      change,
      /** False when the order would have become too long: then nothing is added. */
      add: (items: readonly LineItem[], notes: readonly string[] = []): boolean => {
        if (items.length > roomIn(order)) {
          toast.problem(`An order may have at most ${mostLineItems} items.`)
          return false
        }
        change((now) => withItems(now, items, notes))
        return true
      },
      replace: (place: number, item: LineItem) => change((now) => withItem(now, place, item)),
      remove: (place: number) => change((now) => withoutItem(now, place)),
      setNotes: (notes: string) => change((now) => ({ ...now, data: { ...now.data, notes } })),
      clear: () => change(() => emptyOrder(owner)),
      load: (draft: LicenseOrderDetails) => change(() => fromDraft(owner, draft)),
    }
  }, [order, id, accountId])
}

export type UseLocalOrder = ReturnType<typeof useLocalOrder>
