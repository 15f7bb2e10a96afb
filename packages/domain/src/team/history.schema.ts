import { Type, type Static } from 'typebox'
import { lastPage, searchLimit } from '../kernel/list-limits.ts'
import { AccountId } from '../session/session.schema.ts'
import { UserId } from './team.schema.ts'

/** One line of a company's history. `userName` is who did it; `createdDate` an instant. */
export const HistoryEntry = Type.Object({
  id: Type.String(),
  createdDate: Type.String(),
  userName: Type.String(),
  ipAddress: Type.String(),
  category: Type.String(),
  entryType: Type.String(),
  description: Type.String(),
})
export type HistoryEntry = Static<typeof HistoryEntry>
export const HistoryList = Type.Array(HistoryEntry)

/** An empty text is no filter; `orderDescending` is true (newest first) unless it says false. */
const filters = {
  companyFilter: Type.Optional(AccountId),
  orderDescending: Type.Optional(Type.Enum(['true', 'false', ''])),
  categoryFilter: Type.Optional(Type.String({ maxLength: 100 })),
  typeFilter: Type.Optional(Type.String({ maxLength: 100 })),
  userFilter: Type.Optional(Type.Union([UserId, Type.Literal('')])),
  search: Type.Optional(Type.String({ maxLength: searchLimit })),
}

export const HistoryFilter = Type.Object(filters, { additionalProperties: false })
export type HistoryFilter = Static<typeof HistoryFilter>

export const HistoryPage = Type.Object(
  {
    ...filters,
    page: Type.Integer({ minimum: 1, maximum: lastPage, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: 3000, default: 25 }),
  },
  { additionalProperties: false },
)
export type HistoryPage = Static<typeof HistoryPage>

/** Values a company's history can be filtered by. */
export const HistoryValues = Type.Object({
  categories: Type.Array(Type.String()),
  types: Type.Array(Type.String()),
})
export type HistoryValues = Static<typeof HistoryValues>

/** More matches of a filter are not counted to the end; `x-count-more` says so. */
export const countLimit = 10_000
