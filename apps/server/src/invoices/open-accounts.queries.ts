import sql from 'sql-template-tag'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { readInScope, type Scope } from '../platform/scope.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database.ts'
import { isAutoPayOn, recordedAccount } from './bank-accounts.queries.ts'
import { configuredAccount } from './bank-transfer.ts'
import { leftOutOf } from './money-back.queries.ts'
import { dueCentsOf, isWaiting, joinBalances, readBalances } from './owed.queries.ts'
import { visibleCategories } from '../platform/visible-categories.ts'

/** The account for some open invoices of a company. */
export interface OpenAccount {
  currency: string
  /** Null if the portal knows none. */
  account: BankAccount | null
  /** In the order of their due dates. */
  invoiceNumbers: string[]
  /** AutoPay is on and may charge some of them. */
  isAutoPayOn: boolean
}

interface OpenRow extends OpenAccount {
  subsidiary: string
}

/**
 * Reads the accounts for paying the open invoices of a company by bank transfer, one for each
 * account and currency. Invoices that are not due now, or whose money was or may be returned, are
 * left out: a statement cannot ask about each.
 */
export async function readOpenAccounts(
  db: Database,
  scope: Scope,
  config: Pick<Config, 'bankAccounts'>,
): Promise<OpenAccount[]> {
  const { accountId } = scope
  const balances = await readInScope(db, scope, (tx) => readBalances(tx, accountId))
  const rows = await readInScope(db, scope, (tx) =>
    tx.query<OpenRow & Record<string, unknown>>(sql`
      select i.subsidiary, i.currency, i."invoiceNumbers", ${recordedAccount} as account,
             i.currency = 'USD' and ${isAutoPayOn(accountId)} as "isAutoPayOn"
        from (select i.subsidiary, i.currency,
                     array_agg(i.invoice_number order by i.due_date, i.id) as "invoiceNumbers"
                from invoice i ${joinBalances(balances)}
                left join ${leftOutOf(accountId)} back on back.invoice_id = i.id
               where i.account_id = ${accountId} and i.books_balance_cents > 0 ${visibleCategories(scope)}
                 and back.invoice_id is null and not ${isWaiting} and ${dueCentsOf(accountId)} > 0
               group by 1, 2) i
       order by i.currency <> 'USD', i.currency, i.subsidiary`),
  )
  const found = new Map<string, OpenAccount>()
  for (const { subsidiary, currency, invoiceNumbers, ...row } of rows) {
    const account = row.account ?? configuredAccount(config, subsidiary, currency)
    const key = `${currency} ${JSON.stringify(account)}`
    const same = found.get(key)
    if (same) same.invoiceNumbers.push(...invoiceNumbers)
    else found.set(key, { currency, account, invoiceNumbers, isAutoPayOn: row.isAutoPayOn })
  }
  return [...found.values()]
}
