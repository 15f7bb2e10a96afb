import sql from 'sql-template-tag'
import { inTransaction, type Database } from './database.ts'
import { today } from './today.ts'

/** Deletes expired rows: sessions, started sign-ins, rate windows, ended workers, old events in and out. */
export async function sweep(
  systemDb: Database,
  config: { eventsKeptDays: number; events?: unknown },
): Promise<number> {
  // Without an endpoint there is no delivery to wait for.
  const isDelivered = config.events ? sql`delivered_at is not null` : sql`true`
  const statements = [
    sql`delete from session where expires_at < now() or last_seen_at < now() - idle_limit`,
    sql`delete from sign_in_attempt where expires_at < now()`,
    sql`delete from rate_window where minute < now() - interval '1 day'`,
    // The provider lists events for 30 days. Kept ones stay until they are resolved.
    sql`delete from provider_event where received_at < now() - interval '30 days' and outcome is not null`,
    // Addresses of visitors who did not buy.
    sql`delete from accreditation_purchase
         where state in ('opened', 'expired') and created_at < now() - interval '30 days'`,
    sql`delete from record_upload
         where (state = 'receiving' and created_at < now() - interval '2 hours')
            or (state in ('done', 'failed') and finished_at < now() - interval '30 days')`,
    sql`delete from worker where seen_at < now() - interval '1 day'`,
    // Invoices of these dates are too old to be new again.
    sql`delete from invoice_notice
         where told_at is not null and last_date < ${today} - 31`,
    sql`with gone as (
          delete from outbox_event
           where position is not null and ${isDelivered}
             and created_at < now() - make_interval(days => ${config.eventsKeptDays})
       returning position)
        update outbox_end set swept = greatest(swept, (select max(position) from gone))`,
  ]
  for (const statement of statements)
    await inTransaction(systemDb, async (tx) => {
      // Gigabytes of records may be deleted at once.
      await tx.run(sql`set local statement_timeout = '10min'`)
      await tx.run(statement)
    })
  return 0
}
