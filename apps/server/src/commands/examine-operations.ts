import sql from 'sql-template-tag'
import { everyRecord } from '@portal/domain/kernel/api-scopes'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import { plural } from '@portal/domain/kernel/plural'
import { readAttentionList, type ListedItem } from '../attention/attention.queries.ts'
import { storedTwins } from '../import/spellings.ts'
import { readFigures } from '../integration/business-metrics.ts'
import { isValidKey, listApiKeys } from '../integration/manage-api-keys.ts'
import { outboxStatus, stuckStreams } from '../integration/manage-events.ts'
import { countUnbooked } from '../invoices/book-movements.ts'
import { findChargingStop, listChargingStops } from '../payments/charge/charging-stop.ts'
import { queryOne, type Database } from '../platform/database/database.ts'
import { workerProblem, type ReportedWork } from '../platform/work/heartbeat.ts'
import { readInstanceId } from '../platform/database/instance.ts'
import {
  differingSecrets,
  reportedLately,
  secretDigests,
  type ReportedSecrets,
} from '../platform/work/shared-secrets.ts'
import { lateAfterSeconds } from '../platform/work/thresholds.ts'
import { givenText } from '../settings/setting.ts'
import { sharedSecrets } from '../settings/settings.ts'
import { verifyHistory } from '../team/verify-history.ts'
import { describeStop } from './charging.ts'
import { commandSettings } from './command-settings.ts'
import { printable } from './printing.ts'

export const minutes = (seconds: number) => `${Math.round(seconds / 60)} min`

/** Compares this machine's clock with the database's clock. With a large difference, sign-ins and signatures fail. */
export async function examineClock(db: Database): Promise<string> {
  const row = await queryOne<{ now: Date }>(db, sql`select clock_timestamp() as now`)
  const apart = Math.abs((row?.now.getTime() ?? 0) - Date.now()) / 1000
  if (apart > 5)
    throw new Error(`${Math.round(apart)} s from the database's; set this machine's clock (NTP)`)
  return 'agrees with the database'
}

export async function examineWorkers(db: Database): Promise<string> {
  const { rows } = await db.query<{
    seenAt: Date
    startedAt: Date
    works: Record<string, ReportedWork>
  }>(sql`select seen_at as "seenAt", started_at as "startedAt", works from worker`)
  const clock = await queryOne<{ now: Date }>(db, sql`select clock_timestamp() as now`)
  const problem = workerProblem(rows, clock!.now)
  if (problem) throw new Error(problem)
  return 'run, and all their works succeed'
}

export async function examineSecrets(db: Database): Promise<string> {
  const { rows } = await db.query<ReportedSecrets & Record<string, unknown>>(
    sql`select name, digests from process_secrets where ${reportedLately} order by name`,
  )
  const digests = secretDigests(sharedSecrets(commandSettings()), await readInstanceId(db))
  const differing = differingSecrets([...rows, { name: 'this command', digests }])
  if (differing.length > 0)
    throw new Error(`${printable(differing.join('; '))}. Set the same value everywhere and restart`)
  return `the same for ${plural(rows.length, 'process', 'processes')}`
}

export async function examinePayments(db: Database): Promise<string> {
  const figures = await readFigures(db)
  const forPerson = figures.portal_payments_need_person
  if (forPerson)
    throw new Error(
      `${plural(forPerson, 'payment')} only a person may settle: docs/operations.md, "A payment that needs a person"`,
    )
  const age = figures.portal_payments_open_oldest_seconds
  if (age > lateAfterSeconds.payment)
    throw new Error(
      `one has been open for ${minutes(age)}: is a worker running, and does the card provider respond?`,
    )
  return `${figures.portal_payments_open} open, ${figures.portal_payments_succeeded_day} succeeded and ${figures.portal_payments_failed_day} failed in a day`
}

export async function examineUnknownPayments(db: Database): Promise<string> {
  const unknown = (await readFigures(db)).portal_payments_unknown
  if (unknown === 0) return 'none'
  throw new Error(
    `${plural(unknown, 'payment')} at the card provider ${unknown === 1 ? 'was' : 'were'} not known here: the database lost commits, or a second database with the same key is alive; docs/operations.md, "Restoring", then portal charging start --after-restore`,
  )
}

export async function examineBooks(db: Database): Promise<string> {
  const { total, items } = await readAttentionList(db, 'onHold')
  if (total === 0) return 'explain every payment that is older than 10 days'
  const some = items.map((one) => `${one.subject} of ${one.accountId}`)
  throw new Error(
    `${plural(total, 'invoice')} on hold (${printable(some.join(', '))}${total > items.length ? ', …' : ''}): docs/operations.md, "An invoice on hold"`,
  )
}

/** Returns what fails while items of a list under "Needs attention" wait, and names their number and the oldest one. */
const examineList =
  (
    list: AttentionKey,
    fine: string,
    told: (total: number, oldest: ListedItem) => string,
    chapter = 'Needs attention',
  ) =>
  async (db: Database): Promise<string> => {
    const { total, items } = await readAttentionList(db, list, 1)
    const [oldest] = items
    if (!oldest) return fine
    throw new Error(`${told(total, oldest)}. See docs/operations.md, "${chapter}"`)
  }

export const examinePaymentsElsewhere = examineList(
  'appliedElsewhere',
  'each is applied to the company that paid',
  (total, { accountId, subject, detail }) =>
    `${plural(total, 'payment')} applied to an invoice of another company, first of ${printable(`${accountId} for ${subject}: ${detail}`)}`,
)

export const examineBankAccounts = examineList(
  'bankAccounts',
  'all changes are confirmed',
  (total, { subject, detail }) =>
    `${plural(total, 'change')} to be confirmed, first of ${printable(`${subject}: ${detail}`)}`,
  'Bank details',
)

export const examineCategories = examineList(
  'unreadCategories',
  'each has a user who sees its invoices',
  (total, { accountId, subject, detail }) =>
    `${plural(total, 'category', 'categories')} of companies without a user who sees its invoices, first ${printable(`${subject}: ${accountId}`)} with ${plural(Number(detail), 'invoice')}`,
)

export const examineOrders = examineList(
  'licenses',
  'each has a record where it must',
  (total, { accountId, subject, detail }) =>
    `${plural(total, 'entry', 'entries')} about license orders without a match, first of ${printable(`${accountId} for ${subject}: ${detail}`)}`,
)

/** Servers of a release without lines write none; the worker books what is missing each hour. */
export async function examineInvoiceLines(db: Database): Promise<string> {
  const missing = (await countUnbooked(db))!
  if (missing.count === 0) return 'lead to what each invoice leaves to pay'
  throw new Error(
    `${plural(missing.count, 'invoice')} without all lines, first ${printable(missing.first ?? '')}: a worker books the lines within an hour, and statements lack them until then`,
  )
}

export async function examineCharging(db: Database): Promise<string> {
  const stop = await findChargingStop(db)
  if (!stop) return 'is on'
  const remedy =
    stop.kind === 'all'
      ? '; portal charging start ends the stop, after a restore with --after-restore'
      : ''
  throw new Error(`${describeStop(stop)}${remedy}`)
}

/** Checks only the pause of AutoPay; a stop of all charging is reported on its own line. */
export async function examineAutomaticCharging(db: Database): Promise<string> {
  const pause = (await listChargingStops(db)).find(({ kind }) => kind === 'automatic')
  if (!pause) return 'is not paused'
  throw new Error(
    `${describeStop(pause)}; docs/operations.md, "Restoring", then portal charging start --after-restore`,
  )
}

export async function examineEvents(db: Database): Promise<string> {
  const status = await outboxStatus(db)
  const { unplaced, undelivered, awaySince, problem } = status
  const ageOf = (at: Date | null) => (at ? (Date.now() - at.getTime()) / 1000 : 0)
  const age = ageOf(status.oldestUndelivered)
  // Undelivered events may be older than this limit, so only the age of events without a position is compared with it.
  if (ageOf(status.oldestUnplaced) > 60)
    throw new Error(`${plural(unplaced, 'event')} without a position: no worker is running`)
  if (awaySince)
    throw new Error(
      `the receiver has not responded since ${awaySince.toISOString()}: ${printable(problem ?? '')}. ${plural(undelivered, 'event')} ${undelivered === 1 ? 'waits' : 'wait'}; one is sent every 30 s until it responds`,
    )
  const [stuck] = await stuckStreams(db, 1)
  if (stuck)
    throw new Error(
      `the receiver has rejected event ${stuck.position} (${stuck.type}) ${plural(stuck.tries, 'time')}: ${printable(stuck.lastError)}. portal events status shows all`,
    )
  if (undelivered && age > lateAfterSeconds.event && givenText(commandSettings(), 'EVENTS_URL'))
    throw new Error(
      `${plural(undelivered, 'event')} not delivered, the oldest for ${minutes(age)}: is a worker running, and how long does the receiver take?`,
    )
  return undelivered ? `${undelivered} waiting for delivery or for EVENTS_URL` : 'all delivered'
}

/** Checks the list of events, which must stay complete even if webhooks are lost. */
export async function examineProviderEvents(db: Database): Promise<string> {
  const figures = await readFigures(db)
  if (figures.portal_provider_events_missing)
    throw new Error(
      'the card provider has deleted events that were never read: run portal payments reconcile --since',
    )
  if (figures.portal_provider_events_read_seconds > lateAfterSeconds.providerEventList)
    throw new Error(
      `the list was read ${minutes(figures.portal_provider_events_read_seconds)} ago: is a worker running, and does the card provider respond?`,
    )
  const refused = await queryOne<{ count: number }>(
    db,
    sql`select coalesce(sum(hits), 0)::int as count from rate_window
         where key like 'refused event %' and minute > now() - interval '1 hour'`,
  )
  if (refused?.count)
    throw new Error(
      `${plural(refused.count, 'event')} of the last hour had a wrong signature: has STRIPE_WEBHOOK_SECRET the secret that the card provider shows for our endpoint? Payments are found all the same, but later`,
    )
  const kept = figures.portal_provider_events_kept
  const { total, items } = await readAttentionList(db, 'events', 1)
  const [oldest] = items
  if (oldest)
    throw new Error(
      `${plural(total, 'event')} could not be processed for ${minutes(figures.portal_provider_events_oldest_seconds)}, first ${printable(`${oldest.id} (${oldest.subject}): ${oldest.detail}`)} See docs/operations.md, "Events of the card provider"`,
    )
  return kept ? `${plural(kept, 'event')} kept for another try` : 'all processed'
}

/** The time in which histories are verified. */
const historyMs = 10_000

/**
 * Verifies the histories of companies in random order, so that every company is verified at some time even if one run is
 * too short for all.
 */
export async function examineHistories(db: Database): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    sql`
      select id from (select account_id as id from company union all select former_account_id from former_company) one
       order by random()`,
  )
  const end = Date.now() + historyMs
  let verified = 0
  for (const { id } of rows) {
    if (verified > 0 && Date.now() > end) break
    const { problem } = await verifyHistory(db, id)
    if (problem)
      throw new Error(`${printable(id)}: ${problem} docs/operations.md, "Verifying a history"`)
    verified += 1
  }
  const which = verified < rows.length ? `${verified} of ${rows.length}, chosen at random,` : 'all'
  return `${which} are unchanged`
}

export async function examineMail(db: Database): Promise<string> {
  const figures = await readFigures(db)
  if (figures.portal_mails_given_up)
    throw new Error(
      `${plural(figures.portal_mails_given_up, 'mail')} tried 20 times: docs/operations.md, "Needs attention"`,
    )
  if (figures.portal_mails_oldest_seconds > lateAfterSeconds.mail)
    throw new Error(
      `one has waited for ${minutes(figures.portal_mails_oldest_seconds)}: is a worker running, and does SMTP_URL respond?`,
    )
  return `${figures.portal_mails_waiting} wait`
}

export async function examineSpellings(db: Database): Promise<string> {
  const twins = await storedTwins(db)
  const [first] = twins
  if (first === undefined) return 'each has one spelling'
  throw new Error(
    `${plural(twins.length, 'key')} with several spellings, or blank, first ${printable(first)}. See docs/operations.md, "Keys with two spellings"`,
  )
}

/** Names the keys from 0.1.0, which may deliver every kind of record. */
export async function examineKeys(db: Database): Promise<string> {
  const keys = (await listApiKeys(db)).filter(isValidKey)
  const wide = keys.filter(({ scopes }) => scopes.includes(everyRecord))
  const names = wide.map(({ prefix, name }) => `${prefix} (${printable(name)})`).join(', ')
  const remedy = `replace what delivers every kind of record: ${names}. docs/integration.md, "Keys"`
  return `${plural(keys.length, 'valid key')}${names && `; ${remedy}`}`
}

export async function examineImports(db: Database): Promise<string> {
  const { total, items } = await readAttentionList(db, 'imports', 1)
  const [oldest] = items
  if (oldest)
    throw new Error(
      `${plural(total, 'import')} rejected, first of key ${printable(`${oldest.subject}: ${oldest.detail}`)}. See docs/operations.md, "Needs attention"`,
    )
  const figures = await readFigures(db)
  const age = figures.portal_uploads_oldest_seconds
  if (age > lateAfterSeconds.upload)
    throw new Error(
      `${plural(figures.portal_uploads_waiting, 'upload')} not imported yet, the first began ${minutes(age)} ago: is a worker running?`,
    )
  return 'none was rejected'
}
