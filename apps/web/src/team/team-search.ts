import { oneOf, present, text, type Changes } from '../kernel/search-params.ts'

/** What the address of the history holds. */
export interface HistorySearch {
  q?: string
  category?: string
  /** Id of who did it. */
  user?: string
  type?: string
  /** Newest first unless it says otherwise. */
  order?: 'asc'
  size?: '50' | '100' | 'all'
  /** Digits, from 2 on. */
  page?: string
}

export type ChangeHistory = (change: Changes<HistorySearch>) => void

/** What the addresses of users and invites hold: the search, the open row, the open dialog. */
export interface TeamSearch {
  q?: string
  open?: string
  invite?: 'open'
}

type Raw = Record<string, unknown>

/** Reads the query; a value that makes no sense is dropped, not obeyed. */
export function historySearch(raw: Raw): HistorySearch {
  return present<HistorySearch>({
    q: text(raw.q),
    category: text(raw.category),
    user: text(raw.user),
    type: text(raw.type),
    order: oneOf(raw.order, ['asc']),
    size: oneOf(raw.size, ['50', '100', 'all']),
    page: /^([2-9]|[1-9]\d{1,4})$/.test(text(raw.page) ?? '') ? text(raw.page) : undefined,
  })
}

export function teamSearch(raw: Raw): TeamSearch {
  return present<TeamSearch>({
    q: text(raw.q),
    open: text(raw.open),
    invite: oneOf(raw.invite, ['open']),
  })
}
