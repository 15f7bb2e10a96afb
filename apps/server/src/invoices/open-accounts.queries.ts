import sql from 'sql-template-tag'
import { bankAccountKey } from '@portal/domain/invoices/bank-transfer'
import type { BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import { readInScope, type Scope } from '../platform/database/scope.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { isAutoPayOn, recordedAccount, type RecordedAccount } from './bank-accounts.queries.ts'
import { shownAccount } from './bank-transfer.ts'
import { leftOutOf } from './money-back.queries.ts'
import { dueCentsOf, isWaiting, joinBalances, readBalances } from './owed.queries.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** The account for some open invoices of a company; null if the portal has no valid one. */
export interface OpenAccount extends Pick<BankTransfer, 'account' | 'changed'> {
  currency: string
  /** In the order of due dates. */
  invoiceNumbers: string[]
  /** AutoPay is on and may charge some of these invoices. */
  isAutoPayOn: boolean
}

interface OpenRow extends Omit<OpenAccount, 'account' | 'changed'> {
  subsidiary: string
  recorded: RecordedAccount | null
}

/**
 * Reads the accounts for paying the company's open invoices by bank transfer, one for each account and currency. Invoices
 * that are not due now, or whose money was or may be returned, are left out, because a statement cannot ask about each.
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
      select i.subsidiary, i.currency, i."invoiceNumbers", ${recordedAccount} as recorded,
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
  for (const { subsidiary, currency, invoiceNumbers, recorded, isAutoPayOn } of rows) {
    const shown = shownAccount(config, bankAccountKey(subsidiary, currency), recorded)
    const key = `${currency} ${JSON.stringify(shown)}`
    const same = found.get(key)
    if (same) same.invoiceNumbers.push(...invoiceNumbers)
    else found.set(key, { currency, ...shown, invoiceNumbers, isAutoPayOn })
  }
  return [...found.values()]
}
