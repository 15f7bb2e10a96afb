import sql, { type Sql } from 'sql-template-tag'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import type { Day } from '@portal/domain/kernel/day'

/** The account that records contain, with its confirmation. */
export interface RecordedAccount {
  now: BankAccount
  confirmed: BankAccount | null
  /** The first account that was ever stored; it needs no confirmation. */
  first: BankAccount | null
  changedOn: Day
}

/** Selects the imported account for the subsidiary and currency of invoice `i`, as JSON; null if there is none. */
export const recordedAccount = sql`(
  select json_build_object('now', bank_details(b), 'confirmed', s.confirmed, 'first', s.first,
                           'changedOn', to_char(s.changed_at at time zone 'UTC', 'YYYY-MM-DD'))
    from bank_account b join bank_account_state s on s.account_key = b.key
   where b.subsidiary = i.subsidiary and b.currency = i.currency)`

export const isAutoPayOn = (accountId: string): Sql => sql`exists (
  select from autopay_enrolment e where e.account_id = ${accountId} and e.ended_at is null)`
