import { Type, type Static } from 'typebox'
import { InstantText, paging, Exact, SearchText, Text } from '../kernel/fields.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { UserId } from './team.schema.ts'

/** One line of a company's history. `userName` is who did it. */
export const HistoryEntry = Type.Object(
  {
    id: Text('5120'),
    createdDate: InstantText,
    userName: PersonName,
    ipAddress: Text('192.0.2.17'),
    category: Text('Invite'),
    entryType: Text('Invite Sent'),
    description: Text('Invited jonas.weber@aldgate.example'),
  },
  { title: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

/** Newest first unless it says false. */
export const orderDescending = Type.Optional(
  Type.Enum(['true', 'false', ''], { description: 'Newest first, unless it is `false`.' }),
)
/** Entries of one person only. */
export const userFilter = Type.Optional(
  Type.Union([UserId, Type.Literal('')], {
    description: 'Entries of the user with this id only; empty: of all.',
  }),
)

const textFilter = (example: string, what: string) =>
  Type.Optional(
    Text(example, { maxLength: 100, description: `Entries of this ${what} only; empty: all.` }),
  )
const filters = {
  companyFilter,
  orderDescending,
  categoryFilter: textFilter('Invite', 'category'),
  typeFilter: textFilter('Invite Sent', 'type'),
  userFilter,
  search: SearchText('jonas'),
}

export const HistoryFilter = Exact(filters)
export type HistoryFilter = Static<typeof HistoryFilter>

export const HistoryPage = Exact({ ...filters, ...paging({ most: 3000, usual: 25 }) })
export type HistoryPage = Static<typeof HistoryPage>

/** Values a company's history can be filtered by. */
export const HistoryValues = Type.Object(
  { categories: Type.Array(Text('Invite')), types: Type.Array(Text('Invite Sent')) },
  { title: 'HistoryValues' },
)
export type HistoryValues = Static<typeof HistoryValues>

/** More matches of a filter are not counted to the end; `x-count-more` says so. */
export const countLimit = 10_000
