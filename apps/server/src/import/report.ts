import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import type { Kind } from './kind.ts'
import type { Reject, Rejects } from './rejects.ts'

export interface KindCounts {
  inserted: number
  updated: number
  unchanged: number
  /** Skipped, because they are older than the known state of the same invoice. */
  stale: number
  /** Deleted by records of the kind `delete`. */
  deleted: number
  rejected: number
}

/** Sums over the invoices of the import, whether they changed or not; decimals such as `-12.50`. */
export interface CurrencyTotal {
  currency: string
  invoices: number
  amount: string
  balanceDue: string
}

/** Invoices of the import that no user of their company may see: the category may be misspelled. */
export interface UnreadCategory {
  category: string
  companies: number
  invoices: number
}

/** Records that use a former number of a license; they changed nothing. */
export interface FormerNumbers {
  records: number
  /** How many of these licenses have no record with the current number either: the new system may not send them. */
  withoutPresent: number
}

export interface ImportReport {
  /** `refused`: records were rejected and nothing changed. `dryRun`: valid, and rolled back. */
  outcome: 'loaded' | 'refused' | 'dryRun'
  /** By kind of record, in the order of the format; `unknown` counts lines that are not records. */
  kinds: Map<string, KindCounts>
  totals: CurrencyTotal[]
  unread: UnreadCategory[]
  formerNumbers: FormerNumbers
  /** The number of rejected records, and the first reasons. */
  rejected: number
  firstRejects: Reject[]
}

/** Counts the verdicts of each kind in each company, after the merge has set them. */
export const countVerdicts = ({ record, table, fields }: Kind): Sql =>
  record === 'delete'
    ? sql`
        insert into import_count (kind, account_id, verdict, records)
        select kind, owner, verdict, count(*) from import_delete group by 1, 2, 3`
    : sql`
        insert into import_count (kind, account_id, verdict, records)
        select ${record}, ${raw(fields['accountId'] ? 'account_id' : 'null')},
               case verdict when 'copy' then 'unchanged' else coalesce(verdict, 'inserted') end, count(*)
          from ${raw(table)}
         group by 1, 2, 3`

type Verdict = Exclude<keyof KindCounts, 'rejected'>

export async function readReport(
  tx: Tx,
  kinds: Kind[],
  rejects: Rejects,
  outcome: ImportReport['outcome'],
): Promise<ImportReport> {
  const report = new Map<string, KindCounts>()
  const countsOf = (kind: string) => {
    const counts = report.get(kind) ?? {
      inserted: 0,
      updated: 0,
      unchanged: 0,
      stale: 0,
      deleted: 0,
      rejected: 0,
    }
    report.set(kind, counts)
    return counts
  }
  const rows = await tx.query<{ kind: string; verdict: Verdict; records: number }>(sql`
    select kind, verdict, sum(records)::bigint as records
      from import_count
     group by kind, verdict
     order by array_position(${kinds.map(({ record }) => record)}, kind)`)
  for (const { kind, verdict, records } of rows) countsOf(kind)[verdict] = records
  let rejected = 0
  for (const [kind, records] of rejects.records) {
    countsOf(kind).rejected = records
    rejected += records
  }
  return {
    outcome,
    kinds: report,
    totals: await readTotals(tx),
    unread: await readUnread(tx),
    formerNumbers: await readFormerNumbers(tx),
    rejected,
    firstRejects: rejects.first,
  }
}

const readUnread = (tx: Tx): Promise<UnreadCategory[]> =>
  tx.query<UnreadCategory & Record<string, unknown>>(sql`
    select c.name as category, count(distinct s.account_id) as companies, count(*) as invoices
      from import_invoice s
      join invoice_category c on c.name = s.category_name
      join unread_category n on n.account_id = s.account_id and n.invoice_category_id = c.invoice_category_id
     where s.verdict is distinct from 'copy'
     group by c.name
     order by invoices desc, category
     limit 20`)

const readFormerNumbers = async (tx: Tx): Promise<FormerNumbers> =>
  (await tx.one<FormerNumbers & Record<string, unknown>>(sql`
    select count(*) as records,
           count(*) filter (where not exists (
             select from provided_license p where p.account_id = a.account_id and p.license_id = a.license_id)) as "withoutPresent"
      from import_provided_license s
      join license_alias a on a.account_id = s.account_id and a.alias = s.license_id
     where s.verdict = 'stale'`))!

async function readTotals(tx: Tx): Promise<CurrencyTotal[]> {
  return tx.query<CurrencyTotal & Record<string, unknown>>(sql`
    select currency, count(*) as invoices,
           ${decimal(sql`sum(amount_cents)`, sql`currency`)}::text as amount,
           ${decimal(sql`sum(balance_cents)`, sql`currency`)}::text as "balanceDue"
      from import_invoice
     where verdict is distinct from 'copy'
     group by currency
     order by currency`)
}
