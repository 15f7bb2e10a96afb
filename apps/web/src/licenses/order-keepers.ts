import { orderNumber } from '@portal/domain/licenses/order-number'
import { toast } from '../ui/toasts.ts'
import { keepUnsent, readOrder, readUnsent, saveOrder } from './licenses.api.ts'
import { orderOf, type Owner } from './local-order.ts'
import { orderKeeper, type OrderKeeper } from './order-keeper.ts'
import { changeOrder, storedOrders, tellListeners } from './order-store.ts'

const keepers = new Map<string, OrderKeeper>()

/** The synchronizer of a user's order for a company: one per page. */
export function keeperOf(owner: Owner): OrderKeeper {
  const { id, accountId } = owner
  const name = JSON.stringify([id, accountId])
  const known = keepers.get(name)
  if (known) return known
  const made = orderKeeper(
    {
      read: () => orderOf(storedOrders(), owner),
      change: (to) => changeOrder(owner, to),
    },
    {
      readKept: (keepsSession) => readUnsent(accountId, keepsSession),
      keep: (revision, order, keepsSession) =>
        keepUnsent(accountId, { revision, order }, keepsSession),
      readOrder: (orderId) => readOrder(accountId, String(orderId)),
      save: saveOrder,
    },
    {
      told: ({ id: orderId, status }) =>
        toast.done(
          status === 'Submitted' ? 'Order submitted.' : 'Draft saved.',
          `Your order was ${status === 'Submitted' ? 'submitted' : 'saved'} as ${orderNumber(orderId)}.`,
        ),
      changed: tellListeners,
    },
  )
  keepers.set(name, made)
  return made
}

/** Sends all unsent orders of a user to the server. Returns false if one of them could not be sent. */
export async function keepOrdersOf(personId: string): Promise<boolean> {
  const ahead = () => {
    const { order, others } = storedOrders()
    return [order, ...others].filter((one) => one?.isAhead && one.user.id === personId)
  }
  for (const order of ahead())
    await keeperOf(order!.user)
      .sync()
      .catch(() => {})
  return ahead().length === 0
}
