import { searchLimit } from '@portal/domain/kernel/list-limits'
import {
  day,
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
  /** Id of the user who acted. */
  user: uuid,
  type: text(100),
  /** Days in the user's time zone, both inclusive. */
  from: day,
  to: day,
  /** Newest first by default. */
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
  invite: oneOf(['open', 'several']),
})
export type TeamSearch = SearchOf<typeof teamSearch>

/** Any text: an invalid code must replace the code of an earlier link. */
export const confirmSearch = searchParams({ code: text(200) })
