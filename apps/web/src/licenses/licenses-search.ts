import { searchLimit } from '@portal/domain/kernel/list-limits'
import { heldOrders, heldStandings } from '@portal/domain/licenses/held-lists'
import { orderStandings } from '@portal/domain/licenses/order-steps'
import {
  matching,
  oneOf,
  page,
  searchParams,
  text,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

/** The panels of the order area. Switching them does not change the address. */
export type OrderPanel =
  'in_force' | 'all_orders' | 'new_order' | 'add_item' | 'change_item' | 'cancel_item'

export const licensesSearch = searchParams({
  /** The draft to edit; empty for a new order. */
  draft: matching(/^([1-9]\d{0,17})?$/),
  /** The order shown beside the list. */
  order: matching(/^[1-9]\d{0,17}$/),
  /** Opens the orders instead of what is in force. */
  show: oneOf(['orders']),
  /** The license shown beside the list of what is in force. */
  license: matching(/^.{1,64}$/),
  /** Shows where orders and records differ, beside the list of what is in force. */
  compare: oneOf(['open']),
  q: text(searchLimit),
  status: oneOf([...orderStandings]),
  page,
  /** The list of what is in force: what it contains, its order, and its page. */
  find: text(searchLimit),
  standing: oneOf([...heldStandings]),
  sort: oneOf([...heldOrders], 'product'),
  direction: oneOf(['ascending', 'descending'], 'ascending'),
  grouped: oneOf(['yes']),
  part: page,
})
/** What a list of held licenses shows, and how. */
export type HeldSearch = Pick<
  LicensesSearch,
  'find' | 'standing' | 'sort' | 'direction' | 'grouped' | 'part'
>
export type ChangeHeld = (change: Changes<HeldSearch>) => void
export type LicensesSearch = SearchOf<typeof licensesSearch>
export type ChangeLicenses = (change: Changes<LicensesSearch>) => void

/** The panel that an address means; without any, what the company holds. */
export function startPanel({ draft, show, order, q, status, page }: LicensesSearch): OrderPanel {
  if (draft !== undefined) return 'new_order'
  return show || order !== undefined || q !== '' || status !== undefined || page > 1
    ? 'all_orders'
    : 'in_force'
}
