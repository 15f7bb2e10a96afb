import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import type { Kind } from './kind.ts'
import { withCodes } from './cells.ts'
import { notMergedYet } from './kinds/company-merge.ts'
import { keyedByCompany } from './kinds/deletion.ts'
import type { Rejects } from './rejects.ts'
import { rejectOtherSpellings } from './spellings.ts'

/**
 * Rejects staged records that contradict each other or the database, and deletes them from the staging tables. Companies
 * are checked first, so that records of a rejected company are rejected too.
 */
export async function checkStaged(
  tx: Tx,
  kinds: Kind[],
  rejects: Rejects,
  ofFormer: readonly number[],
): Promise<void> {
  if (await rejectOtherSpellings(tx, kinds)) for (const kind of kinds) await runChecks(tx, kind, [])
  for (const kind of kinds) {
    const ofCompanies =
      kind.record === 'company' ? rejectMixedMerges(kinds) : rejectUnknownCompanies(kind)
    if (ofFormer.length > 0 && keyedByCompany.includes(kind.record))
      await tx.run(passOverFormer(kind, ofFormer))
    const checks = [rejectContradictions(kind), ofCompanies, ...kind.checks]
    await runChecks(tx, kind, checks)
    await tx.run(passOverCopies(kind))
  }
  for (const kind of kinds) if (kind.references) await runChecks(tx, kind, kind.references)
  await report(tx, rejects)
}

async function runChecks(tx: Tx, { record, table }: Kind, checks: readonly Sql[]): Promise<void> {
  for (const check of checks) await tx.run(check)
  await tx.run(sql`update import_reject set kind = ${record} where kind is null`)
  await tx.run(sql`delete from ${raw(table)} s using import_reject r where r.record = s.record`)
}

/**
 * After a merge the books may contain a record of the former company and the same record of the new company. Both are
 * correct, and the former company's record is skipped.
 */
function passOverFormer({ table, key }: Kind, ofFormer: readonly number[]): Sql {
  return sql`
    update ${raw(table)} s set verdict = 'copy'
      from (select record, bool_or(record <> all (${ofFormer})) over (partition by ${raw(key.sql)}) as has_present
              from ${raw(table)}) k
     where k.record = s.record and k.has_present and s.record = any (${ofFormer})`
}

/** Rejects records with the same key and different content: it is not known which one is right, so both are rejected. */
function rejectContradictions({ table, key }: Kind): Sql {
  return sql`
    insert into import_reject (record, field, reason, other)
    select record, ${key.fields[0]}, 'is sent more than once, with different content:',
           case when record = first then last else first end
      from (select record, min(record) over same as first, max(record) over same as last,
                   min(encode(digest, 'hex')) over same <> max(encode(digest, 'hex')) over same as differs
              from ${raw(table)}
             where verdict is null
            window same as (partition by ${raw(key.sql)})) s
     where differs`
}

/** Copies of one record are imported once. */
function passOverCopies({ table, key }: Kind): Sql {
  return sql`
    update ${raw(table)} s set verdict = 'copy'
      from (select record, min(record) over (partition by ${raw(key.sql)}) as first from ${raw(table)}
             where verdict is null) c
     where c.record = s.record and c.record > c.first`
}

/**
 * Rejects a merge in an import with other records of the two companies, because the checks of these records would not know
 * to which company their data belongs.
 */
function rejectMixedMerges(kinds: Kind[]): Sql {
  const others = kinds.filter(({ record, fields }) => record !== 'company' && fields['accountId'])
  if (others.length === 0) return raw('select')
  const named = others.map(({ table }) => sql`select record, account_id from ${raw(table)}`)
  return sql`
    insert into import_reject (record, field, reason, other)
    select s.record, 'formerAccountId',
           'is not merged yet, and this import has other records of the two companies: send this one before them. The first is in',
           min(o.record)
      from import_company s join (${join(named, ' union all ')}) o on o.account_id in (s.account_id, s.former_account_id)
     where ${notMergedYet}
     group by s.record`
}

function rejectUnknownCompanies({ table, fields }: Kind): Sql {
  if (!fields['accountId']) return raw('select')
  return sql`
    insert into import_reject (record, field, reason)
    select s.record, 'accountId', 'names no known company: ' || s.account_id
      from ${raw(table)} s
     where s.account_id is not null
       and not exists (select from company c where c.account_id = s.account_id)
       and not exists (select from import_company n where n.account_id = s.account_id)`
}

interface RejectRow {
  record: number
  kind: string
  field: string
  reason: string
  other: number | null
}

/** Reports rejects in portions, because a missing company may reject a whole file. */
async function report(tx: Tx, rejects: Rejects): Promise<void> {
  await tx.run(sql`
    declare import_rejects cursor for
     select record, kind, field, reason, other from import_reject order by record, field`)
  for (;;) {
    const rows = await tx.query<RejectRow>(sql`fetch 1000 from import_rejects`)
    for (const { record, kind, field, reason, other } of rows)
      rejects.add(
        record,
        kind,
        field,
        withCodes(other === null ? reason : `${reason} ${rejects.placeName(other)}`),
      )
    if (rows.length === 0) break
  }
  await tx.run(sql`close import_rejects`)
}
