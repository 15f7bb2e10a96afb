import { Type, type Static } from 'typebox'
import {
  Exact,
  Instant,
  InstantText,
  paging,
  SearchText,
  Text,
  UuidText,
} from '../kernel/fields.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { UserId } from './team.schema.ts'

/** An entry of a company's history. `userName` is the user who acted. */
export const HistoryEntry = Type.Object(
  {
    id: Text('5120'),
    createdDate: InstantText,
    userName: PersonName,
    ipAddress: Text('192.0.2.17'),
    category: Text('Invite'),
    entryType: Text('Invite Sent'),
    description: Text('Invited jonas.weber@aldgate.example with Licenses'),
  },
  { title: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

/** Newest first unless `false`. */
export const orderDescending = Type.Optional(
  Type.Enum(['true', 'false', ''], { description: 'Newest first, unless it is `false`.' }),
)
/** Only the entries of one user. */
export const userFilter = Type.Optional(
  Type.Union([UserId, Type.Literal('')], {
    description: 'Only entries of the user with this id; empty: all.',
  }),
)

const textFilter = (example: string, what: string) =>
  Type.Optional(
    Text(example, { maxLength: 100, description: `Only entries of this ${what}; empty: all.` }),
  )
const filters = {
  companyFilter,
  orderDescending,
  categoryFilter: textFilter('Invite', 'category'),
  typeFilter: textFilter('Invite Sent', 'type'),
  userFilter,
  from: Type.Optional(Instant({ description: 'Only entries at this instant or later.' })),
  before: Type.Optional(Instant({ description: 'Only entries before this instant.' })),
  search: SearchText('jonas'),
}

export const HistoryFilter = Exact(filters)
export type HistoryFilter = Static<typeof HistoryFilter>

export const HistoryPage = Exact({ ...filters, ...paging({ most: 3000, usual: 25 }) })
export type HistoryPage = Static<typeof HistoryPage>

/** A user, with the name in the user's latest entry. */
export const HistoryUser = Type.Object({ id: UuidText, name: PersonName }, { title: 'HistoryUser' })
export type HistoryUser = Static<typeof HistoryUser>

/** The available values of the filters of a company's history. */
export const HistoryValues = Type.Object(
  {
    categories: Type.Array(Text('Invite')),
    types: Type.Array(Text('Invite Sent')),
    superAdmins: Type.Array(HistoryUser, {
      description:
        'Users of other companies who acted for this one; its own users are in the list of users.',
    }),
  },
  { title: 'HistoryValues' },
)
export type HistoryValues = Static<typeof HistoryValues>

/** The count of matches stops here; `x-count-more` reports this. */
export const countLimit = 10_000
