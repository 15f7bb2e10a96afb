import sql, { raw, type Sql } from 'sql-template-tag'

// `asOf` is the time at which the books wrote a record. An older record changes nothing (decision 0019).

/** A kind of records with `asOf`. Its table of times outlives the records. */
interface Dated {
  record: 'invoice' | 'license' | 'licenseOrder'
  staged: string
  /** The column with the number or id, both in the staging table and in the table of times. */
  key: string
  times: string
}

export const datedInvoices: Dated = {
  record: 'invoice',
  staged: 'import_invoice',
  key: 'invoice_number',
  times: 'invoice_extract',
}
export const datedLicenses: Dated = {
  record: 'license',
  staged: 'import_provided_license',
  key: 'license_id',
  times: 'license_extract',
}

export const datedOrders: Dated = {
  record: 'licenseOrder',
  staged: 'import_license',
  key: 'external_id',
  times: 'license_order_extract',
}

/** Rejects records from the future, as they would override all later changes. */
export const isNotAhead = (table: string, field = 'asOf'): Sql => sql`
  insert into import_reject (record, field, reason)
  select s.record, ${field}, 'lies more than 5 minutes ahead of the portal''s clock'
    from ${raw(table)} s where s.as_of > portal_now() + interval '5 minutes'`

/** Checks the times of staged records. */
export const extractChecks = (dated: Dated): Sql[] => [
  isNotAhead(dated.staged),
  hasTime(dated, raw(dated.staged), raw(`s.${dated.key}`)),
]

/** Checks the times of deletions. */
export const deletionExtractChecks = (kinds: readonly Dated[]): Sql[] => [
  isNotAhead('import_delete'),
  ...kinds.map((dated) =>
    hasTime(dated, sql`(select * from import_delete where kind = ${dated.record})`, raw('s.key')),
  ),
]

const hasTime = ({ record, key, times }: Dated, staged: Sql, named: Sql): Sql => sql`
  insert into import_reject (record, field, reason)
  select s.record, 'asOf', ${`is missing: earlier records of this ${record} had it`}
    from ${staged} s
   where s.as_of is null
     and (exists (select from ${raw(times)} x where x.${raw(key)} = ${named})
          or exists (select from deletion_ahead x where x.kind = ${record} and x.key = ${named}))`

/** Copies of a record all get the time of the newest copy. */
export const dateCopies = ({ staged, key }: Pick<Dated, 'staged' | 'key'>): Sql => sql`
  update ${raw(staged)} s set as_of = newest.as_of
    from (select ${raw(key)}, max(as_of) as as_of from ${raw(staged)}
           group by ${raw(key)} having count(*) > 1 and max(as_of) is not null) newest
   where s.${raw(key)} = newest.${raw(key)} and s.as_of is distinct from newest.as_of`

/** Marks records that are older than the stored time. Only the id is compared, because it may belong to another company since. */
export const passOverStale = ({ record, staged, key, times }: Dated): Sql => sql`
  update ${raw(staged)} s set verdict = 'stale'
    from (select ${raw(key)} as key, as_of from ${raw(times)}
           union all
          select key, as_of from deletion_ahead where kind = ${record}) x
   where s.verdict is null and x.key = s.${raw(key)} and s.as_of < x.as_of`

/** Stores the times of records. A time in the future counts as now: otherwise the next record would seem older. */
export const keepExtracts = ({ staged, key, times }: Dated): Sql => sql`
  insert into ${raw(times)} as x (account_id, ${raw(key)}, as_of)
  select s.account_id, s.${raw(key)}, least(s.as_of, portal_now())
    from ${raw(staged)} s
   where s.as_of is not null and s.verdict is distinct from 'stale' and s.verdict is distinct from 'copy'
      on conflict (account_id, ${raw(key)}) do update set as_of = excluded.as_of
   where x.as_of < excluded.as_of`

export const passOverStaleDeletions = ({ record, key, times }: Dated): Sql => sql`
  update import_delete d set verdict = 'stale', owner = x.account_id
    from ${raw(times)} x
   where d.kind = ${record} and x.${raw(key)} = d.key and d.as_of < x.as_of`

/** Keeps the time of a deleted record, even of one that the portal did not know, so that an old file does not restore it. */
export const keepExtractsOfDeleted = ({ record, key, times }: Dated): Sql[] => [
  sql`
    insert into ${raw(times)} as x (account_id, ${raw(key)}, as_of)
    select d.owner, d.key, least(d.as_of, portal_now())
      from import_delete d
     where d.kind = ${record} and d.verdict = 'deleted' and d.as_of is not null
        on conflict (account_id, ${raw(key)}) do update set as_of = excluded.as_of
     where x.as_of < excluded.as_of`,
  sql`
    insert into deletion_ahead as x (kind, key, as_of)
    select d.kind, d.key, least(d.as_of, portal_now())
      from import_delete d
     where d.kind = ${record} and d.verdict is null and d.as_of is not null
        on conflict (kind, key) do update set as_of = excluded.as_of
     where x.as_of < excluded.as_of`,
]
