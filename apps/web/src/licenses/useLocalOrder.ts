import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { mostLineItems } from '@portal/domain/licenses/request-types'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import {
  cleared,
  edited,
  newItems,
  orderOf,
  placeOf,
  roomIn,
  withItem,
  withItems,
  type LocalOrder,
  type SeenItem,
} from './local-order.ts'
import { keeperOf } from './order-keepers.ts'
import { changeOrder, storedOrders, subscribeOrders } from './order-store.ts'
import { obstacleOf } from './order-sync.ts'

/** How long after the last change the order is sent to the server, and how long until a retry. */
const pauseMs = 800
const retryMs = 10_000

/**
 * The signed-in user's order for the active company. All tabs share the browser's copy, which is sent to the server
 * after each change.
 */
export function useLocalOrder() {
  const { me, company } = usePortal()
  const { id } = me
  const { accountId } = company
  const owner = useMemo(() => ({ id, accountId }), [id, accountId])
  const keeper = keeperOf(owner)
  const orders = useSyncExternalStore(subscribeOrders, storedOrders)
  const kept = useSyncExternalStore(subscribeOrders, keeper.kept)
  const problem = useSyncExternalStore(subscribeOrders, keeper.problem)
  const order = useMemo(() => orderOf(orders, owner), [orders, owner])

  useEffect(() => {
    const sync = () => void keeper.sync().catch(() => {})
    // The current order depends on the user and the company.
    changeOrder(owner, (one) => one)
    sync()
    addEventListener('focus', sync)
    addEventListener('online', sync)
    document.addEventListener('visibilitychange', sync)
    return () => {
      removeEventListener('focus', sync)
      removeEventListener('online', sync)
      document.removeEventListener('visibilitychange', sync)
      // The user left the screen before the pause ended.
      if (orderOf(storedOrders(), owner).isAhead) sync()
    }
  }, [keeper, owner])

  useEffect(() => {
    const timer = order.isAhead
      ? setTimeout(() => void keeper.sync().catch(() => {}), problem ? retryMs : pauseMs)
      : undefined
    return () => clearTimeout(timer)
  }, [keeper, order, problem])

  return useMemo(() => {
    const change = (to: (order: LocalOrder) => LocalOrder) =>
      changeOrder(owner, (now) => edited(to(now)))
    return {
      order,
      keeper,
      kept,
      /** Why the server does not have the newest state; undefined if it has it or is about to get it. */
      problem: order.isAhead ? problem : undefined,
      obstacle: obstacleOf(order, kept),
      /**
       * Returns how many items were added: none if the order would become too long, and none for a license that is
       * already in the order.
       */
      add: (items: readonly LineItem[]): number => {
        // Another tab may have changed it since the last render.
        const now = orderOf(storedOrders(), owner)
        const added = newItems(now, items)
        if (added.length > roomIn(now)) {
          toast.problem(
            `An order may have at most ${mostLineItems} items.`,
            'Please submit this order, then start another one.',
          )
          return 0
        }
        if (added.length === 0) toast.problem('Already in this order.', 'Nothing was added.')
        else change((one) => withItems(one, added))
        return added.length
      },
      /** Replaces an item, or removes it with null. */
      replace: (seen: SeenItem, item: LineItem | null) => {
        if (placeOf(orderOf(storedOrders(), owner), seen) >= 0)
          change((now) => withItem(now, seen, item))
        else
          toast.problem(
            'The item was not changed.',
            'The order was changed in another window. Please review it.',
          )
      },
      setNotes: (notes: string) => change((now) => ({ ...now, data: { ...now.data, notes } })),
      clear: () => changeOrder(owner, cleared),
    }
  }, [order, keeper, kept, problem, owner])
}

export type UseLocalOrder = ReturnType<typeof useLocalOrder>
