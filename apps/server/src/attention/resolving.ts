import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import type { Deps } from '../deps.ts'
import type { Author, HistoryEntry } from '../platform/history/history.ts'
import { noCompany } from '../platform/outbox/outbox.ts'
import { notFound } from '../platform/http/refusal.ts'

export interface Resolving {
  item: ResolveItem
  sessionHash: Buffer
  authorIn: (accountId: string) => Author
  config: Deps['config']
}

/** The result of an action, worded for the person. `history` is absent if the action has written its own entry. */
export interface Done {
  message: string
  history?: HistoryEntry
}

/** Returns the item's company as the database stores it: null if the item has none. */
export const accountOf = ({ accountId }: ResolveItem) => accountId ?? noCompany

/** Returns the company of an item that always has one. */
export function companyOf({ accountId }: ResolveItem): string {
  if (accountId === null) throw notFound()
  return accountId
}

/** Rejects a request that names a company for an item without one: the history of that company would show the item. */
export function requireNoCompany({ accountId }: ResolveItem): void {
  if (accountId !== null) throw notFound()
}

/** Returns the UUID of an item. */
export function idOf({ id }: ResolveItem): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound()
  return id
}
