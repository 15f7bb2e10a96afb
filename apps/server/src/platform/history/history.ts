import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../database/database.ts'
import { actorName, type Scope } from '../database/scope.ts'

/** The author of a change, with the company and the network address. */
export interface Author {
  accountId: string
  actorId: string | null
  actorAccountId: string | null
  actorName: string
  ipAddress: string
}

export interface HistoryEntry {
  category: 'Account' | 'Invoice' | 'Payment' | 'Card' | 'User' | 'Invite' | 'License' | 'Equipment'
  entryType: string
  /** The text is for customers. */
  description: string
  /** The payment that the entry is about, if it has a receipt. */
  paymentId?: string
}

export function authorOf({ accountId, actor }: Pick<Scope, 'accountId' | 'actor'>): Author {
  return {
    accountId,
    actorId: actor.userId,
    actorAccountId: actor.accountId,
    actorName: actorName(actor),
    ipAddress: actor.ipAddress,
  }
}

/** Returns the author as shown in events. */
export const eventAuthor = ({ actorId, actorName }: Author) => ({
  userId: actorId,
  name: actorName,
})

/** Returns an author that is not a person: a provider, a command. */
export function systemAuthor(accountId: string, actorName: string): Author {
  return { accountId, actorId: null, actorAccountId: null, actorName, ipAddress: 'system' }
}

/** Sets the author of changes that the database itself records in this transaction. */
export async function signChanges(tx: Tx, author: string): Promise<void> {
  await tx.run(sql`select set_config('portal.sender', ${author}, true)`)
}

/** Writes one entry of the company's history, in the transaction of the change. Returns the entry's id. */
export async function recordHistory(tx: Tx, author: Author, entry: HistoryEntry): Promise<string> {
  const row = await tx.one<{ id: string }>(
    sql`${insertEntries(author, [entry])} returning id::text as id`,
  )
  return row!.id
}

/** Like `recordHistory`, for many changes by one author, in order. */
export async function recordHistories(
  tx: Tx,
  author: Author,
  entries: readonly HistoryEntry[],
): Promise<void> {
  await tx.run(insertEntries(author, entries))
}

function insertEntries(author: Author, entries: readonly HistoryEntry[]): Sql {
  const { accountId, actorId, actorAccountId, actorName, ipAddress } = author
  const suffix = onBehalf(author)
  const each = <T>(of: (entry: HistoryEntry) => T) => entries.map(of)
  return sql`
    insert into history_entry
      (account_id, actor_id, actor_account_id, actor_name, ip_address, category, entry_type, description, payment_id)
    select ${accountId}, ${actorId}, ${actorAccountId}, ${actorName}, ${ipAddress}, category, entry_type, description, payment_id
      from unnest(${each(({ category }) => category)}::text[], ${each(({ entryType }) => entryType)}::text[],
                  ${each(({ description }) => description + suffix)}::text[],
                  ${each(({ paymentId }) => paymentId ?? null)}::uuid[])
           with ordinality as line (category, entry_type, description, payment_id, nth)
     order by nth`
}

function onBehalf({ accountId, actorAccountId }: Author): string {
  return actorAccountId && actorAccountId !== accountId ? ' (on behalf of the company)' : ''
}
