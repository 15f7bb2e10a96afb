import sql, { type Sql } from 'sql-template-tag'

/**
 * The imported account for the subsidiary and currency of invoice `i`, as JSON; null without one.
 */
export const recordedAccount = sql`(
  select json_build_object(
           'beneficiary', b.beneficiary, 'beneficiaryAddress', b.beneficiary_address, 'bankName', b.bank_name,
           'bankAddress', b.bank_address, 'iban', b.iban, 'accountNumber', b.account_number, 'bic', b.bic,
           'routingNumber', b.routing_number, 'sortCode', b.sort_code, 'note', b.note)
    from bank_account b where b.subsidiary = i.subsidiary and b.currency = i.currency)`

export const isAutoPayOn = (accountId: string): Sql => sql`exists (
  select from autopay_enrolment e where e.account_id = ${accountId} and e.ended_at is null)`
