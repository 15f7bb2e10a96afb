import pg from 'pg'
import { prepareDatabase, type DatabaseUrls } from '../../tools/prepare-database.ts'
import { fillScaledPortal, scaledTables } from '../data/scaled-portal.ts'
import { openStatements, type Statement } from '../lab/hot-statements.ts'
import type { Lab } from '../lab/lab.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, seconds, timed } from '../report/rounds.ts'

/** How many invoices the large portal has; the small portal has a fiftieth. 50,000,000 need 25 GB and an hour. */
const invoices = Number(process.env['AT_SCALE_INVOICES'] ?? 1_000_000)
const sizes = { small: Math.round(invoices / 50), large: invoices }

/**
 * Runs the hot statements in two portals with the same 3,000 companies, one of which has fifty times the rows of the
 * other. A ratio of about 1 means that a statement does not depend on the size of the portal; about 50 means that it reads
 * the whole table.
 */
export async function atScale(lab: Lab): Promise<Comparison[]> {
  const { adminUrl } = await lab.largePostgres()
  const small = await openPortal(adminUrl, 'small')
  const large = await openPortal(adminUrl, 'large')
  console.log(await sizesOf(large.admin))
  const comparisons: Comparison[] = []
  for (const [nth, statement] of large.statements.entries()) {
    const compared = await measure(statement, small.statements[nth]!)
    console.log(`… ${compared.what}: ${compared.measured}, ${compared.comparedWith}`)
    comparisons.push(compared)
  }
  await Promise.all([small.close(), large.close()])
  for (const { what, prepare, work } of vacuums) {
    const times = await interleave(1, {
      small: () => onceOn(small.admin, prepare, work),
      large: () => onceOn(large.admin, prepare, work),
    })
    comparisons.push(compare(what, times.large, nameOf('small'), times.small, seconds))
  }
  return comparisons
}

const nameOf = (size: keyof typeof sizes) => `of ${sizes[size].toLocaleString('en-US')}`

async function openPortal(adminUrl: string, size: keyof typeof sizes) {
  const urls: DatabaseUrls = await prepareDatabase(adminUrl, `scale_${size}`)
  const admin = new URL(adminUrl)
  admin.pathname = `/scale_${size}`
  await fillScaledPortal(admin.href, sizes[size])
  const time = await timed(() => onceOn(admin.href, '', 'vacuum analyze; checkpoint'))
  console.log(`… first vacuum and analysis ${nameOf(size)} invoices: ${seconds(time)}`)
  return { admin: admin.href, ...(await openStatements(urls, sizes[size])) }
}

async function measure(large: Statement, small: Statement): Promise<Comparison> {
  const measures = {
    small: () => timed(() => untilStopped(small)),
    large: () => timed(() => untilStopped(large)),
  }
  await interleave(2, measures)
  const times = await interleave(large.rounds, measures)
  return compare(large.what, times.large, nameOf('small'), times.small, milliseconds)
}

/** The product stops a statement after 5 s; this time is then reported. */
async function untilStopped({ run }: Statement): Promise<void> {
  await run().catch((error: unknown) => {
    if ((error as { code?: string }).code !== '57014') throw error
  })
}

const vacuums = [
  {
    what: 'vacuum of invoice after 0.1 % changed',
    prepare: 'update invoice set books_balance_cents = 0 where id % 1000 = 7',
    work: 'vacuum invoice',
  },
  {
    what: 'vacuum of mail after 1 % was deleted',
    prepare: "delete from mail where about like '%07'",
    work: 'vacuum mail',
  },
  { what: 'vacuum of invoice against wraparound', prepare: '', work: 'vacuum (freeze) invoice' },
]

/** Runs statements as the superuser, without triggers; returns how long `work` took. */
async function onceOn(adminUrl: string, prepare: string, work: string): Promise<number> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  try {
    await db.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    if (prepare) await db.query(prepare)
    return await timed(async () => {
      // VACUUM refuses to run with other statements in one message.
      for (const statement of work.split('; ')) await db.query(statement)
    })
  } finally {
    await db.end()
  }
}

/** The sizes of the tables and of their largest indexes. */
async function sizesOf(adminUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  try {
    const { rows } = await db.query<{
      name: string
      count: number
      rows: string
      indexes: string
      each: string
    }>(
      `select c.relname as name, c.reltuples::bigint::float8 as count, pg_size_pretty(pg_table_size(c.oid)) as rows,
              pg_size_pretty(pg_indexes_size(c.oid)) as indexes,
              (select string_agg(x.relname || ' ' || pg_size_pretty(pg_relation_size(x.oid)), ', ' order by pg_relation_size(x.oid) desc)
                 from pg_index i join pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid) as each
         from pg_class c where c.oid = any ($1::regclass[]) order by pg_total_relation_size(c.oid) desc`,
      [scaledTables],
    )
    return rows
      .map(({ name, count, rows, indexes, each }) =>
        [
          `${name}: ${count.toLocaleString('en-US')} rows`,
          `table ${rows}`,
          `indexes ${indexes} (${each})`,
        ].join(', '),
      )
      .join('\n')
  } finally {
    await db.end()
  }
}
