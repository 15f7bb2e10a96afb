import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'

/** Plausible wrong rules: each replaces a part of a statement, view or function. */
export interface WrongRule {
  rule: string
  /** Absent for a statement of the server. */
  of?: `${'view' | 'function'} ${string}`
  from: string | RegExp
  to: string
  /** A history in which users would see the fault. */
  seed: number
}

const migrations = ['0043_ids_of_licenses', '0049_orders_without_a_match'].map((name) =>
  readFileSync(join(import.meta.portalRoot, `apps/server/migrations/${name}.sql`), 'utf8'),
)

/** Replaces the right rule; returns a function that restores it. */
export async function plant(
  { of, from, to }: WrongRule,
  owner: pg.Pool,
): Promise<() => Promise<unknown> | void> {
  if (!of) return inStatements(from, to)
  const all = migrations.join('\n')
  const start = all.indexOf(`create ${of}`)
  const text = all
    .slice(start, all.indexOf(of.startsWith('view') ? ';\n' : '$$;\n', start + 1))
    .replace('create ', 'create or replace ')
  const wrong = text.replace(from, to)
  if (wrong === text) throw new Error(`${of} has no ${from}`)
  const end = of.startsWith('view') ? '' : '$$'
  await owner.query(wrong + end)
  return () => owner.query(text + end)
}

function inStatements(from: string | RegExp, to: string): () => void {
  const right = pg.Client.prototype.query as (...given: unknown[]) => unknown
  let isPlanted = false
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation: (query: typeof right) => void
    mockRestore: () => void
  }
  spy.mockImplementation(function (this: pg.Client, statement, ...more) {
    const { text, values } = statement as { text?: string; values?: unknown[] }
    const wrong = text?.replace(from, to)
    isPlanted ||= wrong !== text
    return right.call(this, wrong === text ? statement : { text: wrong, values }, ...more)
  })
  return () => {
    spy.mockRestore()
    if (!isPlanted) throw new Error(`no statement has ${from}`)
  }
}

export const wrongRules: WrongRule[] = [
  {
    rule: 'an older record replaces a newer one',
    from: 'x.key = s.license_id and s.as_of < x.as_of',
    to: 'false',
    seed: 8,
  },
  {
    rule: 'the time of a deletion is kept only if the license is known',
    from: 'd.verdict is null and d.as_of is not null',
    to: 'false',
    seed: 10,
  },
  {
    rule: 'an older record says nothing of ids',
    from: "l.alias <> s.license_id and s.verdict is distinct from 'copy'",
    to: 'l.alias <> s.license_id and s.verdict is null',
    seed: 55,
  },
  {
    rule: 'the record of a former number stays',
    from: 'and a.account_id in (select account_id from import_provided_license)',
    to: 'and false',
    seed: 14,
  },
  {
    rule: 'what is said last wins, also if it is older',
    from: "where known.said_by = 'person' or excluded.said_at >= known.said_at",
    to: '',
    seed: 52,
  },
  {
    rule: 'what was said first stays',
    from: "where known.said_by = 'person' or excluded.said_at >= known.said_at",
    to: "where known.said_by = 'person'",
    seed: 12,
  },
  {
    rule: 'only one step to another id',
    of: 'function place_license_ids',
    from: 'select a.account_id, a.alias, w.root\n',
    to: 'select a.account_id, a.alias, a.is_id\n',
    seed: 2,
  },
  {
    rule: 'of a circle the newest claim goes',
    of: 'function settle_license_ids',
    from: 'said.said_at, c.alias',
    to: 'said.said_at desc, c.alias',
    seed: 21,
  },
  {
    rule: 'an id of another company is accepted',
    from: 'having not bool_or',
    to: 'having false and not bool_or',
    seed: 20,
  },
  {
    rule: 'two records of one file may name one other id',
    from: 'l.first <> l.last',
    to: 'false',
    seed: 25,
  },
  {
    rule: 'what moved stays with the former company, too',
    from: 'p.account_id = s.former_account_id and p.account_id <> s.account_id',
    to: 'false',
    seed: 14,
  },
  {
    rule: 'orders name a license only by its present number',
    from: /x\.license_id = any \(\s*\(array\[l\.license_id\]\s*\|\| array\([^)]*\)\)\s*\)/,
    to: 'x.license_id = l.license_id',
    seed: 26,
  },
  {
    rule: 'a cancellation of an earlier run counts for the next',
    from: 'x.day > l.first_since and x.day <= l.starts_on',
    to: 'false',
    seed: 12,
  },
  {
    rule: 'a cancellation before the start is of an earlier run',
    from: 'x.day > l.first_since and x.day <= l.starts_on',
    to: 'x.day <= l.starts_on',
    seed: 8,
  },
  {
    rule: 'late records say nothing of the first day',
    from: "verdict in ('inserted', 'updated', 'stale')",
    to: "verdict in ('inserted', 'updated')",
    seed: 23,
  },
  {
    rule: 'a withdrawn cancellation ends a license',
    of: 'view company_license',
    from: "y.type = '2'\n             and y.step not in ('Rejected', 'Withdrawn')",
    to: "y.type = '2'\n             and y.step <> 'Rejected'",
    seed: 36,
  },
  {
    rule: 'by orders, a cancellation from before the license was ordered again counts',
    of: 'view company_license',
    from: ' and y.submitted_at >= x.submitted_at) as ends_on',
    to: ') as ends_on',
    seed: 17,
  },
  {
    rule: 'without a record left orders decide again',
    of: 'view company_license',
    from: "c.licenses_by is distinct from 'records'",
    to: "(c.licenses_by is distinct from 'records' or not exists (select from provided_license p where p.account_id = c.account_id))",
    seed: 12,
  },
  {
    rule: "records decide, whatever the company's record says",
    from: 'where c.licenses_by is null and',
    to: 'where',
    seed: 30,
  },
  {
    rule: 'a license ends on its last day',
    of: 'view company_license',
    from: 'p.until >= (portal_now()',
    to: 'p.until > (portal_now()',
    seed: 6,
  },
  {
    rule: 'without its record an item is requested again',
    from: 'x.adds and not x.has_run and x.step',
    to: 'x.adds and not exists (select from provided_license r left join license_alias n on n.account_id = r.account_id and n.license_id = r.license_id where r.account_id = x.account_id and x.portal_id in (r.license_id, n.alias)) and x.step',
    seed: 7,
  },
  {
    rule: 'only a record that is there says that an item ran',
    of: 'function note_license_runs',
    from: 'select account_id, license_id from license_extract where',
    to: 'select account_id, license_id from license_extract where false and',
    seed: 23,
  },
  {
    rule: 'every item without a record is an alarm',
    of: 'view missing_license',
    from: 'n.account_id = x.account_id and n.has_run',
    to: 'n.account_id = x.account_id',
    seed: 10,
  },
  {
    rule: 'a withdrawn line stays withdrawn, though the provider did it',
    of: 'view asked_line',
    from: "k.step in ('Provisioned', 'Rejected') or x.withdrawn_at is null",
    to: 'x.withdrawn_at is null',
    seed: 70,
  },
  {
    rule: 'a status of the order takes a withdrawal back',
    of: 'view asked_line',
    from: "case when x.withdrawn_at is not null then 'Withdrawn' end, o.step",
    to: "case when x.withdrawn_at is not null then case o.step when 'Submitted' then 'Withdrawn' else o.step end end, o.step",
    seed: 3,
  },
]
