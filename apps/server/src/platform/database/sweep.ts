import sql, { empty, raw, type Sql } from 'sql-template-tag'
import { archiveHours } from '@portal/domain/invoices/downloads'
import { inTransaction, type Database, type Tx } from './database.ts'
import { today } from './today.ts'

/** How long mails are kept: far longer than any process that could send a mail again needs them. */
const mailsKeptDays = 400

/** The number of rows per transaction: a long transaction would prevent VACUUM from removing dead rows in all tables. */
const rowsAtOnce = 10_000

interface Ended {
  table: string
  condition: Sql
  /** Records the deleted rows in the same transaction. The statement reads their columns `returning` from `gone`. */
  note?: { returning: Sql; statement: Sql }
}

const endedRows = (config: SweepConfig): Ended[] => [
  {
    table: 'session',
    condition: sql`expires_at < now() or last_seen_at < now() - idle_limit`,
  },
  { table: 'sign_in_attempt', condition: sql`expires_at < now()` },
  { table: 'request_key', condition: sql`at < now() - interval '30 days'` },
  { table: 'rate_window', condition: sql`minute < now() - interval '1 day'` },
  {
    // The provider lists events for 30 days. Events that wait for another try stay until they are resolved.
    table: 'provider_event',
    condition: sql`received_at < now() - interval '30 days' and outcome is not null`,
  },
  {
    // Addresses of visitors who did not buy.
    table: 'accreditation_purchase',
    condition: sql`state in ('opened', 'expired') and created_at < now() - interval '30 days'`,
  },
  {
    table: 'record_upload',
    condition: sql`(state = 'receiving' and created_at < now() - interval '2 hours')
                or (state in ('done', 'failed') and finished_at < now() - interval '30 days')`,
  },
  {
    table: 'invoice_archive',
    condition: sql`coalesce(ready_at, requested_at) < now() - make_interval(hours => ${archiveHours})`,
  },
  { table: 'worker', condition: sql`seen_at < now() - interval '1 day'` },
  { table: 'process_secrets', condition: sql`seen_at < now() - interval '1 day'` },
  {
    // Invoices with these dates are too old to be new again.
    table: 'invoice_notice',
    condition: sql`told_at is not null and last_date < ${today} - 31`,
  },
  {
    // Mails that were sent, or that a person stopped.
    table: 'mail',
    condition: sql`coalesce(sent_at, given_up_at) < now() - make_interval(days => ${mailsKeptDays})`,
  },
  {
    // Without a configured endpoint, events do not wait for a delivery.
    table: 'outbox_event',
    condition: sql`position is not null and ${config.events ? sql`delivered_at is not null` : sql`true`}
                   and created_at < now() - make_interval(days => ${config.eventsKeptDays})`,
    note: {
      returning: sql`position`,
      statement: sql`, noted as (
        update outbox_end set swept = greatest(swept, (select max(position) from gone)) where exists (select from gone))`,
    },
  },
]

interface SweepConfig {
  eventsKeptDays: number
  events?: unknown
}

/** The statement that finds expired rows of a table (a test explains it). */
export const endedRowsOf = (table: string, config: SweepConfig, atMost: number): Sql =>
  findEnded(
    endedRows(config).find((one) => one.table === table)!,
    atMost,
  )

const findEnded = ({ table, condition }: Ended, atMost: number): Sql =>
  sql`select ctid from ${raw(table)} where ${condition} limit ${atMost}`

/**
 * Deletes expired rows: sessions, started sign-ins, rate windows, ended workers, old mails, old events of both directions.
 * One worker runs at a time, because others would wait for its rows.
 */
export async function sweep(
  systemDb: Database,
  config: SweepConfig,
  atOnce = rowsAtOnce,
): Promise<number> {
  for (const ended of endedRows(config)) {
    let deleted: number | undefined
    do {
      deleted = await inTransaction(systemDb, (tx) => deleteSome(tx, ended, atOnce))
      if (deleted === undefined) return 0
    } while (deleted === atOnce)
  }
  return 0
}

/** Returns the number of deleted rows; undefined while another worker runs. */
async function deleteSome(tx: Tx, ended: Ended, atOnce: number): Promise<number | undefined> {
  const { table, note } = ended
  const turn = await tx.one<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('portal sweep')) as mine`,
  )
  if (!turn?.mine) return undefined
  // Deleting may free gigabytes of records, so it may take long.
  await tx.run(sql`set local statement_timeout = '10min'`)
  const row = await tx.one<{ count: number }>(sql`
    with gone as (
      delete from ${raw(table)} where ctid = any (array(${findEnded(ended, atOnce)}))
   returning ${note?.returning ?? sql`true`})${note?.statement ?? empty}
    select count(*) as count from gone`)
  return row?.count ?? 0
}
