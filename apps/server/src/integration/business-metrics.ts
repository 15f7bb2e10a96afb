import { runHourUtc, unfixedHourUtc } from '@portal/domain/payments/autopay'
import { Gauge, type Registry } from 'prom-client'
import sql, { type Sql } from 'sql-template-tag'
import { queryOne, type Database } from '../platform/database/database.ts'
import { countDifferingSecrets } from '../platform/work/shared-secrets.ts'

/** The figures to alert on or to watch. Each figure covers the whole portal. */
const figures = {
  portal_payments_open: 'Payments whose outcome is not known yet',
  portal_payments_open_oldest_seconds: 'Age of the oldest of them',
  portal_payments_need_person: 'Payments, and purchases of visitors, that only a person may settle',
  portal_payments_unknown:
    'Payments of this database at the card provider that it did not know: it lost commits, or a second copy of it is running',
  portal_payments_succeeded_day: 'Payments that succeeded in the last 24 hours',
  portal_payments_failed_day: 'Payments that failed in the last 24 hours',
  portal_payments_unposted: 'Successful payments that are not in the books yet',
  portal_invoices_on_hold: 'Invoices whose books and payments do not explain each other',
  portal_autopay_waiting: 'AutoPay days of companies that are due and not started',
  portal_autopay_lag_seconds: 'How long the oldest of them is overdue',
  portal_autopay_unfixed:
    'Enrolled companies whose last day of AutoPay could not be fixed, so that it is not run',
  portal_charging_stopped: '1 while charging is stopped',
  portal_automatic_charging_stopped:
    '1 while AutoPay and payments of several invoices are stopped or paused',
  portal_provider_events_kept:
    'Events of the card provider that arrived early or name something unknown',
  portal_provider_events_oldest_seconds: 'Age of the oldest of them',
  portal_provider_events_read_seconds: "How long ago the card provider's list of events was read",
  portal_provider_events_missing: '1 after the card provider deleted events that were never read',
  portal_events_undelivered: 'Events waiting for delivery, counted up to 100,000',
  portal_events_oldest_seconds: 'Age of the oldest of them',
  portal_events_refused_companies: 'Companies whose next event was rejected',
  portal_events_receiver_away_seconds: 'How long the receiver of events has not responded',
  portal_mails_waiting: 'Mails waiting to be sent',
  portal_mails_oldest_seconds: 'Age of the oldest of them',
  portal_mails_given_up: 'Mails refused 20 times',
  portal_imports_rejected:
    'Imports that failed or rejected records, and that no one has marked as handled',
  portal_bank_accounts_changed: 'Changes of bank details that no super admin has confirmed',
  portal_questions_waiting: 'Questions about invoices without an answer for three days',
  portal_uploads_waiting: 'Records received but not imported yet',
  portal_uploads_oldest_seconds: 'Age of the oldest of them, since its sending began',
} as const

/** Waiting events are counted up to this number, because the figures are read every ten seconds. */
const eventsCounted = 100_000

export type Figures = Record<keyof typeof figures, number>

export async function readFigures(systemDb: Database): Promise<Figures> {
  const row = await queryOne<Figures>(
    systemDb,
    sql`
    with open as (
      select count(*) as n, min(created_at) as oldest from payment_attempt
       where state in ('open', 'requires_action')),
    day as (
      select count(*) filter (where state = 'succeeded') as succeeded, count(*) filter (where state = 'failed') as failed
        from payment_attempt where settled_at > now() - interval '1 day'),
    due as (
      select count(*) as n, min(hour) as oldest
        from (select day + make_interval(hours => ${runHourUtc}) as hour from autopay_day where started_at is null) d
       where hour <= portal_now() at time zone 'UTC'),
    last as (
      select ((portal_now() at time zone 'UTC') - make_interval(hours => ${unfixedHourUtc}))::date as day),
    unfixed as (
      select count(*) as n from autopay_enrolment e, last
       where e.ended_at is null
         and e.enrolled_at at time zone 'UTC' < last.day + make_interval(hours => ${unfixedHourUtc})
         and not exists (select from autopay_day d where d.account_id = e.account_id and d.day = last.day)),
    kept as (
      select count(*) as n, min(received_at) as oldest from provider_event where outcome is null),
    event as (
      -- Without a receiver, all events wait. Each company's oldest one is the first in its index.
      select (select count(*) from (select from outbox_event where delivered_at is null and position is not null
                                     limit ${eventsCounted}) waiting) as n,
             (select min(first.created_at) from outbox_stream s
                join lateral (select created_at from outbox_event e
                               where e.account_id = s.account_id and e.delivered_at is null and e.position is not null
                               order by e.position limit 1) first on true) as oldest),
    upload as (
      select count(*) as n, min(created_at) as oldest from record_upload where state = 'waiting'),
    mails as (
      select count(*) as n, min(created_at) as oldest from mail where sent_at is null and tries < 20)
    select open.n as portal_payments_open,
           coalesce(extract(epoch from now() - open.oldest), 0)::float as portal_payments_open_oldest_seconds,
           ${attention(sql`list = 'purchases' or (list = 'attempts' and detail is not null)`)} as portal_payments_need_person,
           ${attention(sql`list = 'unknown'`)} as portal_payments_unknown,
           ${attention(sql`list = 'onHold'`)} as portal_invoices_on_hold,
           day.succeeded as portal_payments_succeeded_day, day.failed as portal_payments_failed_day,
           (select count(*) from payment_attempt where state = 'succeeded' and posted_at is null)
             as portal_payments_unposted,
           due.n as portal_autopay_waiting,
           coalesce(extract(epoch from portal_now() at time zone 'UTC' - due.oldest), 0)::float
             as portal_autopay_lag_seconds,
           unfixed.n as portal_autopay_unfixed,
           (select count(*) from (select from charging_stop where kind <> 'automatic' limit 1) s) as portal_charging_stopped,
           (select count(*) from (select from charging_stop limit 1) s) as portal_automatic_charging_stopped,
           kept.n as portal_provider_events_kept,
           coalesce(extract(epoch from now() - kept.oldest), 0)::float as portal_provider_events_oldest_seconds,
           extract(epoch from now() - list.read_at)::float as portal_provider_events_read_seconds,
           (list.missing_before is not null)::int as portal_provider_events_missing,
           event.n as portal_events_undelivered,
           coalesce(extract(epoch from now() - event.oldest), 0)::float as portal_events_oldest_seconds,
           (select count(*) from outbox_stream where tries > 0) as portal_events_refused_companies,
           (select coalesce(extract(epoch from now() - away_since), 0)::float from outbox_receiver)
             as portal_events_receiver_away_seconds,
           mails.n as portal_mails_waiting,
           coalesce(extract(epoch from now() - mails.oldest), 0)::float as portal_mails_oldest_seconds,
           ${attention(sql`list = 'mails'`)} as portal_mails_given_up,
           ${attention(sql`list = 'imports'`)} as portal_imports_rejected,
           ${attention(sql`list = 'bankAccounts'`)} as portal_bank_accounts_changed,
           ${attention(sql`list = 'questions'`)} as portal_questions_waiting,
           upload.n as portal_uploads_waiting,
           coalesce(extract(epoch from now() - upload.oldest), 0)::float as portal_uploads_oldest_seconds
      from open, day, due, unfixed, kept, event, upload, mails, provider_event_list list`,
  )
  return row!
}

/** Counts rows of the view behind the page "Needs attention". */
const attention = (which: Sql) => sql`(select count(*) from attention_item where ${which})`

/** The figures are queried at most once in this time, for any number of scrapers. */
const freshMs = 10_000

export function addBusinessMetrics(registry: Registry, systemDb: Database): void {
  let read: { at: number; figures: Promise<Figures> } | undefined
  const current = () => {
    if (!read || performance.now() - read.at > freshMs) {
      const asked = { at: performance.now(), figures: readFigures(systemDb) }
      asked.figures.catch(() => (read = undefined))
      read = asked
    }
    return read.figures
  }
  for (const [name, help] of Object.entries(figures))
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const read = await current().catch(() => undefined)
          // If the database is down, a figure is left out instead of shown with its old value; the other metrics stay available.
          if (read) this.set(read[name as keyof Figures])
          else this.remove()
        },
      }),
    )
  registry.registerMetric(
    new Gauge({
      name: 'portal_secrets_differing',
      help: 'Settings of secrets that differ between the processes that run',
      registers: [],
      async collect() {
        const count = await countDifferingSecrets(systemDb).catch(() => undefined)
        if (count === undefined) this.remove()
        else this.set(count)
      },
    }),
  )
}
