import { searchLimit } from '@portal/domain/kernel/list-limits'
import {
  matching,
  oneOf,
  page,
  searchParams,
  text,
  uuid,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

export const historySearch = searchParams({
  q: text(searchLimit),
  category: text(100),
  /** Id of the person who did it. */
  user: uuid,
  type: text(100),
  /** Newest first unless it says otherwise. */
  order: oneOf(['asc']),
  size: oneOf(['25', '50', '100', 'all'], '25'),
  page,
})
export type HistorySearch = SearchOf<typeof historySearch>
export type ChangeHistory = (change: Changes<HistorySearch>) => void

/** Users and invites: the search, the open row, the open dialog. */
export const teamSearch = searchParams({
  q: text(searchLimit),
  open: uuid,
  invite: oneOf(['open']),
})
export type TeamSearch = SearchOf<typeof teamSearch>

export const confirmSearch = searchParams({ code: matching(/^[A-Za-z0-9_-]{1,64}$/) })
