import sql from 'sql-template-tag'
import type { OpenCredits } from '@portal/domain/payments/charges.schema'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** Returns what is left of the credits that the reader sees, oldest first; with an invoice only those of its selling company. */
export const readOpenCredits = (
  tx: Tx,
  scope: Pick<Scope, 'accountId' | 'categoryIds'>,
  invoiceId?: string,
): Promise<OpenCredits> =>
  tx.query<OpenCredits[number] & Record<string, unknown>>(sql`
    select i.invoice_number as "invoiceNumber", ${decimal(sql`-i.books_balance_cents`, sql`i.currency`)}::float8 as amount,
           i.currency as "currencyIsoCode"
      from invoice i
     where i.account_id = ${scope.accountId} and i.books_balance_cents < 0 and i.currency = 'USD' ${visibleCategories(scope)}
       and (${invoiceId ?? null}::bigint is null
            or i.subsidiary = (select o.subsidiary from invoice o where o.account_id = i.account_id and o.id = ${invoiceId ?? null}))
     order by i.invoice_date, i.id
     limit 1000`)
