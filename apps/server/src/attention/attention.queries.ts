import sql from 'sql-template-tag'
import type { AttentionItem, ShownItem } from '@portal/domain/attention/attention.schema'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { attentionKeys } from '@portal/domain/attention/attention-keys'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { Deps } from '../deps.ts'
import type { RecordedAccount } from '../invoices/bank-accounts.queries.ts'
import { validAccount } from '../invoices/bank-transfer.ts'
import { queryOne, type Database, type Tx } from '../platform/database/database.ts'
import { noCompany } from '../platform/outbox/outbox.ts'

interface ItemRow extends Omit<AttentionItem, 'since' | 'bankAccounts'> {
  list: AttentionKey
  since: Date
  total: number
  accounts: Accounts | null
}

export interface ReadList {
  key: AttentionKey
  total: number
  items: AttentionItem[]
}

type Accounts = Pick<RecordedAccount, 'confirmed' | 'first'> & { stored: BankAccount | null }

/**
 * Returns the lists that are not empty, or only `list`, with the oldest items of each, across
 * companies. The database returns nothing unless the digest belongs to a super admin's session.
 */
export async function readAttention(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  sessionHash: Buffer,
  { list, limit }: { list?: AttentionKey | undefined; limit: number },
): Promise<ReadList[]> {
  const { rows } = await db.query<ItemRow>(selectItems(sessionHash, list ?? null, limit))
  return attentionKeys.flatMap((key) => {
    const items = rows.filter((row) => row.list === key)
    const [first] = items
    return first
      ? [{ key, total: first.total, items: items.map((row) => toItem(row, config)) }]
      : []
  })
}

const selectItems = (sessionHash: Buffer, list: AttentionKey | null, limit: number) => sql`
    select list, nullif(account_id, ${noCompany}) as "accountId", company_name as "companyName", item_id as id, subject,
           invoice_number as "invoiceNumber", amount_cents as "amountCents", currency, detail,
           can_act as "canAct", since, payments, total,
           (select json_build_object('confirmed', s.confirmed, 'first', s.first,
                                     'stored', (select bank_details(b) from bank_account b where b.key = s.account_key))
              from bank_account_state s where list = 'bankAccounts' and s.account_key = subject) as accounts
      from attention_items(${sessionHash}, ${list}, ${limit})`

/** Returns the facts of one item, to compare with those that were shown. */
export function findItem(
  tx: Tx,
  sessionHash: Buffer,
  list: AttentionKey,
  { accountId, id }: Pick<AttentionItem, 'accountId' | 'id'>,
): Promise<Omit<ShownItem, 'bankAccounts'> | undefined> {
  return tx.one(sql`
    select subject, amount_cents as "amountCents", currency, detail, payments
      from attention_of(${sessionHash}, ${list}, ${accountId ?? noCompany}, ${id})`)
}

const toItem = (
  { since, payments, accounts, ...item }: ItemRow,
  config: Deps['config'],
): AttentionItem => ({
  ...item,
  since: since.toISOString(),
  payments:
    payments?.map((one) => ({ ...one, paidAt: new Date(one.paidAt).toISOString() })) ?? null,
  bankAccounts: accounts && {
    valid: validAccount(config, item.subject, accounts),
    stored: accounts.stored,
  },
})

/**
 * Returns how many items need a person. Zero unless the digest belongs to a super admin's session.
 */
export async function countAttention(db: Database, sessionHash: Buffer): Promise<number> {
  const row = await queryOne<{ total: number }>(
    db,
    sql`select coalesce(sum(total), 0)::int as total from attention_counts(${sessionHash})`,
  )
  return row?.total ?? 0
}

export interface ListedItem {
  accountId: string
  id: string
  subject: string
  detail: string
}

/** Returns the oldest items of one list, and their total. `systemDb` connects as portal_system. */
export async function readAttentionList(
  systemDb: Database,
  list: AttentionKey,
  limit = 3,
): Promise<{ total: number; items: ListedItem[] }> {
  const { rows } = await systemDb.query<ListedItem & { total: number }>(sql`
    select account_id as "accountId", item_id as id, subject, coalesce(detail, '') as detail, count(*) over () as total
      from attention_item where list = ${list} order by since limit ${limit}`)
  return { total: rows[0]?.total ?? 0, items: rows }
}
