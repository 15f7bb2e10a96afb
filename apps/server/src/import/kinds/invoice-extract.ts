import sql, { raw, type Sql } from 'sql-template-tag'

// `asOf` is the time at which the books wrote a record. An older record changes nothing (payments
// design, 2).

/** Checks that no record is from the future, as it would win against all later changes. */
export const isNotAhead = (table: string): Sql => sql`
  insert into import_reject (record, field, reason)
  select s.record, 'asOf', 'lies more than 5 minutes ahead of the portal''s clock'
    from ${raw(table)} s where s.as_of > portal_now() + interval '5 minutes'`

/** Checks the times of staged records `s`; `number` is the column with the invoice's number. */
export function extractChecks(table: string, number: string, condition = sql`true`): Sql[] {
  const staged = raw(table)
  const key = raw(`s.${number}`)
  return [
    isNotAhead(table),
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'asOf', 'is missing: earlier records of this invoice had it'
        from ${staged} s
       where s.as_of is null and ${condition}
         and exists (select from invoice_extract x where x.invoice_number = ${key})`,
  ]
}

/** Copies of a record are as new as the newest of them. */
export const dateCopies = sql`
  update import_invoice s set as_of = newest.as_of
    from (select invoice_number, max(as_of) as as_of from import_invoice
           group by invoice_number having count(*) > 1 and max(as_of) is not null) newest
   where s.invoice_number = newest.invoice_number and s.as_of is distinct from newest.as_of`

export const passOverStale = sql`
  update import_invoice s set verdict = 'stale'
    from invoice_extract x
   where s.verdict is null and x.account_id = s.account_id and x.invoice_number = s.invoice_number
     and s.as_of < x.as_of`

/** A time in the future counts as now: a later record must not seem older. */
export const keepExtracts = sql`
  insert into invoice_extract as x (account_id, invoice_number, as_of)
  select s.account_id, s.invoice_number, least(s.as_of, portal_now())
    from import_invoice s
   where s.as_of is not null and s.verdict is distinct from 'stale' and s.verdict is distinct from 'copy'
      on conflict (account_id, invoice_number) do update set as_of = excluded.as_of
   where x.as_of < excluded.as_of`

export const passOverStaleDeletions = sql`
  update import_delete d set verdict = 'stale', owner = x.account_id
    from invoice_extract x
   where d.kind = 'invoice' and x.invoice_number = d.key and d.as_of < x.as_of`

/** A deleted invoice keeps its time, so that an old file does not restore it. */
export const keepExtractsOfDeleted = sql`
  insert into invoice_extract as x (account_id, invoice_number, as_of)
  select d.owner, d.key, least(d.as_of, portal_now())
    from import_delete d
   where d.kind = 'invoice' and d.verdict = 'deleted' and d.as_of is not null
      on conflict (account_id, invoice_number) do update set as_of = excluded.as_of
   where x.as_of < excluded.as_of`
