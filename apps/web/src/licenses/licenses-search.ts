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
  type SearchSchema,
} from '../kernel/search-params.ts'

const lists = ['in_force', 'orders'] as const
/** The steps that add to the order being built. */
export const itemPanels = ['add_item', 'change_item', 'cancel_item'] as const
export type OrderPanel = (typeof lists)[number] | 'new_order' | (typeof itemPanels)[number]
/** The names of the panels on buttons and in headings. */
export const panelLabels: Record<OrderPanel, string> = {
  in_force: 'In Force',
  orders: 'All Orders',
  new_order: 'New Order',
  add_item: 'Add Item',
  change_item: 'Change Item',
  cancel_item: 'Cancel Item',
}

const params = {
  /** The draft to edit; empty for the order being built. */
  draft: matching(/^([1-9]\d{0,17})?$/),
  /** The order shown beside the list. */
  order: matching(/^[1-9]\d{0,17}$/),
  /** The panel, if the other parameters do not imply it. */
  show: oneOf([...lists, ...itemPanels]),
  /** The license shown beside the list of what is in force. */
  license: matching(/^.{1,64}$/u),
  /** Shows where orders and records differ, beside the list of what is in force. */
  compare: oneOf(['open']),
  q: text(searchLimit),
  status: oneOf([...orderStandings]),
  page,
  /** The list of licenses in force: its filters, order and page. */
  find: text(searchLimit),
  standing: oneOf([...heldStandings]),
  sort: oneOf([...heldOrders], 'product'),
  direction: oneOf(['ascending', 'descending'], 'ascending'),
  grouped: oneOf(['yes']),
  part: page,
}

export const licensesSearch = searchParams(params, (search) => {
  const panel = panelOf(search)
  const idle = [
    panel === 'new_order' ? [] : ['draft' as const],
    panel === 'orders' ? [] : ['order' as const],
    panel === 'in_force' ? [] : (['license', 'compare'] as const),
  ].flat()
  const others = { ...search, ...Object.fromEntries(idle.map((name) => [name, undefined])) }
  return panelOf({ ...others, show: undefined }) === panel ? [...idle, 'show'] : idle
})
/** The filters and the order of a list of held licenses. */
export type HeldSearch = Pick<
  LicensesSearch,
  'find' | 'standing' | 'sort' | 'direction' | 'grouped' | 'part'
>
export type ChangeHeld = (change: Changes<HeldSearch>) => void
export type LicensesSearch = SearchOf<SearchSchema<typeof params>>
export type ChangeLicenses = (change: Changes<LicensesSearch>) => void

/** The panel that an address means. Links in emails and bookmarks name an order, a draft or a search alone. */
export function panelOf({ draft, show, order, q, status, page }: LicensesSearch): OrderPanel {
  const step = itemPanels.find((panel) => panel === show)
  if (step) return step
  if (draft !== undefined) return 'new_order'
  if (show) return show
  return order !== undefined || q !== '' || status !== undefined || page > 1 ? 'orders' : 'in_force'
}

/** The address of a panel. It keeps the searches of the lists, and closes what is open beside another panel's list. */
export function atPanel(
  now: LicensesSearch,
  panel: OrderPanel,
  wanted: Changes<LicensesSearch> = {},
): Changes<LicensesSearch> {
  return {
    ...now,
    ...(panel !== panelOf(now) && { order: undefined, license: undefined, compare: undefined }),
    draft: panel === 'new_order' ? (now.draft ?? '') : undefined,
    show: panel === 'new_order' ? undefined : panel,
    ...wanted,
  }
}

/** The parameters that show a record beside a list. */
const layers = ['order', 'license', 'compare'] as const
const changesLayer = (wanted: Changes<LicensesSearch>) => layers.some((name) => name in wanted)
export const opensLayer = (wanted: Changes<LicensesSearch>) =>
  layers.some((name) => wanted[name] !== undefined)

/** The address after a change within the current panel. */
export const changed = (now: LicensesSearch, wanted: Changes<LicensesSearch>) =>
  atPanel(now, panelOf(now), {
    // Every change returns to the first page, except turning the page and opening or closing a record beside the list.
    ...(!changesLayer(wanted) && { page: undefined, part: undefined }),
    ...wanted,
  })

/**
 * How the history stores a change. Opening a record beside the list and turning the page add a history entry; choosing
 * another row while one is open does not. An open record remains a layer.
 */
export function stepOf(now: LicensesSearch, wanted: Changes<LicensesSearch>) {
  const isSwap =
    opensLayer(wanted) && layers.some((name) => now[name] !== undefined && name in wanted)
  const isStep = opensLayer(wanted) || 'page' in wanted || 'part' in wanted
  const replace = isSwap || !isStep
  return { replace, state: { isLayer: opensLayer(replace ? changed(now, wanted) : wanted) } }
}

/** The address without the record beside the list; undefined if there is none. */
export const withoutLayer = (now: LicensesSearch): Changes<LicensesSearch> | undefined =>
  opensLayer(now)
    ? changed(now, { order: undefined, license: undefined, compare: undefined })
    : undefined
