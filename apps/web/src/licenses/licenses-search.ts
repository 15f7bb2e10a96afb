import { oneOf, present, text, type Changes } from '../kernel/search-params.ts'

/** The panels of the order area. They switch in place; the names are no addresses. */
export type OrderPanel = 'all_orders' | 'new_order' | 'add_item' | 'change_item' | 'cancel_item'

export interface LicensesSearch {
  /** The draft to go on with; empty for a new order. */
  draft?: string
  /** The order shown beside the list. */
  order?: string
  q?: string
  status?: 'Draft' | 'Submitted'
  /** Digits, from 2 on. */
  page?: string
}

export type ChangeLicenses = (change: Changes<LicensesSearch>) => void

export function licensesSearch(raw: Record<string, unknown>): LicensesSearch {
  const page = String(raw.page)
  return {
    ...(typeof raw.draft === 'string' && { draft: raw.draft }),
    ...present<LicensesSearch>({
      order: digits(raw.order),
      q: text(raw.q),
      status: oneOf(raw.status, ['Draft', 'Submitted']),
      page: /^([2-9]|[1-9]\d{1,5})$/.test(page) ? page : undefined,
    }),
  }
}

const digits = (value: unknown) => {
  const said = text(value)
  return said && /^\d{1,18}$/.test(said) ? said : undefined
}
