import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import type { Author, HistoryEntry } from '../platform/history.ts'
import { noCompany } from '../platform/outbox.ts'
import { notFound } from '../platform/refusal.ts'

export interface Resolving {
  item: ResolveItem
  sessionHash: Buffer
  authorIn: (accountId: string) => Author
}

/** What has happened, for the person. `history` is absent where the action has written its own. */
export interface Done {
  message: string
  history?: HistoryEntry
}

/** The company of an item, as the database keeps it. */
export const accountOf = ({ accountId }: ResolveItem) => accountId ?? noCompany

/** The company of an item that always has one. */
export function companyOf({ accountId }: ResolveItem): string {
  if (accountId === null) throw notFound()
  return accountId
}

/** Refuses a company for an item that has none: the history of that company would tell of it. */
export function requireNoCompany({ accountId }: ResolveItem): void {
  if (accountId !== null) throw notFound()
}

/** The id of an item that is known by a UUID. */
export function idOf({ id }: ResolveItem): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound()
  return id
}
