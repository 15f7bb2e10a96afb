import { lateAfterSeconds, lateWork } from '../../apps/server/src/platform/work/thresholds.ts'
import { availability, errorRatio, latency, slowAfterSeconds } from './service-levels.ts'

export interface Alert {
  name: string
  /** critical: customers or money are affected now; warning: a person resolves it on the same working day. */
  severity: 'critical' | 'warning'
  summary: string
  /** A heading of docs/operations.md that says what to do. */
  runbook: string
  expr: string
  for?: string
}

const late = lateAfterSeconds

/** Returns a figure of the whole portal, which every worker reports. */
const figure = (name: string) => `max(portal_${name})`

/** The maximum of all processes: one that is cut off does not hide what the others report. */
const databaseIsDown = '(max(portal_database_up) == 0)'
const noWebServer = absentJob('portal-web')

function absentJob(job: string) {
  return `absent(up{job="${job}"} == 1)`
}

/** When each work last succeeded in any worker; when the worker started if the work never succeeded (as in `workerProblem`). */
const lastSuccess =
  'max by (work) (portal_work_last_success_timestamp_seconds > 0 or portal_work_last_success_timestamp_seconds + on (job, instance) group_left () process_start_time_seconds)'
const latestSuccess = `clamp_min(${lateWork.periods} * max by (work) (portal_work_period_seconds), ${lateWork.atLeastSeconds})`

/** At this rate, the errors allowed in 30 days are used up within two days. */
const burnRate = 14.4
const tooManyErrors = Number((burnRate * (1 - availability)).toFixed(6))

/**
 * The alerting rules. A rule is silent while its metric is missing; then `PortalDown`, `PortalWorkerSilent` or
 * `PortalFiguresMissing` fires.
 */
export const alerts: Alert[] = [
  {
    name: 'PortalDown',
    severity: 'critical',
    summary: 'No web server responds.',
    runbook: 'a-process-is-down',
    expr: noWebServer,
    for: '1m',
  },
  {
    name: 'PortalProcessDown',
    severity: 'warning',
    summary: 'A web server or a worker does not respond.',
    runbook: 'a-process-is-down',
    expr: 'up{job=~"portal-web|portal-worker"} == 0',
    for: '2m',
  },
  {
    name: 'PortalErrors',
    severity: 'critical',
    summary: `More than ${tooManyErrors * 100} % of the requests fail.`,
    runbook: 'requests-fail',
    expr: `${errorRatio('5m')} > ${tooManyErrors} and ${errorRatio('1h')} > ${tooManyErrors} and sum(increase(portal_request_errors_total[1h])) > 10`,
  },
  {
    name: 'PortalDefect',
    severity: 'warning',
    summary: 'A request ended with status 500: a defect of the portal.',
    runbook: 'requests-fail',
    expr: 'sum(increase(portal_request_errors_total{status="500"}[15m])) > 0',
  },
  {
    name: 'PortalSlow',
    severity: 'warning',
    summary: `5 % of the requests take longer than ${slowAfterSeconds} s.`,
    runbook: 'requests-are-slow',
    expr: `${latency(0.95, '5m')} > ${slowAfterSeconds}`,
    for: '10m',
  },
  {
    name: 'PortalDatabaseDown',
    severity: 'critical',
    summary: 'The database does not respond to a process, or is a standby.',
    runbook: 'the-database',
    expr: 'portal_database_up == 0',
    for: '1m',
  },
  {
    name: 'PortalDatabaseFull',
    severity: 'critical',
    summary: 'The database refuses writes because its disk is full.',
    runbook: 'the-database',
    expr: 'min(portal_database_writable) == 0',
  },
  {
    name: 'PortalDatabaseBusy',
    severity: 'warning',
    summary: 'Requests or works wait for a connection to the database.',
    runbook: 'the-database',
    expr: 'portal_database_connections{state="waiting"} > 0',
    for: '5m',
  },
  {
    name: 'PortalWorkerSilent',
    severity: 'critical',
    summary: 'No worker reports: payments, events, emails and imports wait.',
    runbook: 'the-workers',
    expr: `max(portal_worker_reported_seconds) > ${late.worker} or absent(portal_worker_reported_seconds >= 0) unless on () ${databaseIsDown} unless on () ${noWebServer}`,
    for: '1m',
  },
  {
    name: 'PortalFiguresMissing',
    severity: 'critical',
    summary:
      'Metrics of workers are missing: alerts of payments, events, emails and imports cannot fire.',
    runbook: 'the-workers',
    expr: `absent(portal_payments_open) unless on () ${databaseIsDown}`,
    for: '5m',
  },
  {
    name: 'PortalReconcilerLate',
    severity: 'critical',
    summary: 'Payments without a result are not resolved: the reconciler does not succeed.',
    runbook: 'the-workers',
    expr: `time() - ${lastSuccess} > ${latestSuccess} and on (work) portal_work_period_seconds{work="reconcile payments"}`,
  },
  {
    name: 'PortalWorkLate',
    severity: 'warning',
    summary: 'A timed work has not succeeded for three of its periods.',
    runbook: 'the-workers',
    expr: `time() - ${lastSuccess} > ${latestSuccess} unless on (work) portal_work_period_seconds{work="reconcile payments"}`,
  },
  {
    name: 'PortalWorkFailing',
    severity: 'warning',
    summary: 'A timed work fails again and again, even if it succeeds between.',
    runbook: 'the-workers',
    expr: 'sum by (work) (increase(portal_work_failures_total[5m])) > 0',
    for: '15m',
  },
  {
    name: 'PortalLinesMissing',
    severity: 'warning',
    summary: 'Lines of invoices were missing, and statements left them out until the hourly check.',
    runbook: 'statements',
    expr: 'sum(increase(portal_work_failures_total{work="close days"}[2h])) > 0',
  },
  {
    name: 'PortalPaymentStuck',
    severity: 'critical',
    summary: `A payment has had no result for ${late.payment / 60} minutes.`,
    runbook: 'an-outage-of-the-card-provider',
    expr: `${figure('payments_open_oldest_seconds')} > ${late.payment}`,
  },
  {
    name: 'PortalPaymentNeedsPerson',
    severity: 'warning',
    summary: 'Only a person may settle a payment or a purchase.',
    runbook: 'a-payment-that-needs-a-person',
    expr: `${figure('payments_need_person')} > 0`,
  },
  {
    name: 'PortalPaymentsUnknown',
    severity: 'critical',
    summary:
      'The card provider has payments that the database does not know: it lost commits, or a second one is active.',
    runbook: 'stop-all-charging',
    expr: `${figure('payments_unknown')} > 0`,
  },
  {
    name: 'PortalChargingPaused',
    severity: 'critical',
    summary: 'AutoPay and payments of several invoices are paused: commits were lost.',
    runbook: 'stop-all-charging',
    expr: `${figure('automatic_charging_stopped')} > 0 unless on () ${figure('charging_stopped')} > 0`,
  },
  {
    name: 'PortalChargingStopped',
    severity: 'warning',
    summary: 'All charging has been stopped for an hour.',
    runbook: 'stop-all-charging',
    expr: `${figure('charging_stopped')} > 0`,
    for: '1h',
  },
  {
    name: 'PortalInvoiceOnHold',
    severity: 'warning',
    summary: 'The books have not explained a payment for ten days.',
    runbook: 'an-invoice-on-hold',
    expr: `${figure('invoices_on_hold')} > 0`,
  },
  {
    name: 'PortalAutoPayLate',
    severity: 'critical',
    summary: `AutoPay is ${late.autoPay / 60} minutes late. A day that ends is not run.`,
    runbook: 'autopay',
    expr: `${figure('autopay_lag_seconds')} > ${late.autoPay} unless on () ${figure('automatic_charging_stopped')} > 0`,
  },
  {
    name: 'PortalAutoPayUnfixed',
    severity: 'critical',
    summary: 'The charges of a day of AutoPay were not fixed in time, so that day is not run.',
    runbook: 'autopay',
    expr: `${figure('autopay_unfixed')} > 0`,
  },
  {
    name: 'PortalProviderEventsKept',
    severity: 'warning',
    summary: `An event of the card provider could not be processed for ${late.providerEvent / 60} minutes.`,
    runbook: 'events-of-the-card-provider',
    expr: `${figure('provider_events_oldest_seconds')} > ${late.providerEvent}`,
  },
  {
    name: 'PortalProviderEventsUnread',
    severity: 'critical',
    summary: `The card provider's list of events was not read for ${late.providerEventList / 60} minutes.`,
    runbook: 'events-of-the-card-provider',
    expr: `${figure('provider_events_read_seconds')} > ${late.providerEventList}`,
  },
  {
    name: 'PortalProviderEventsMissing',
    severity: 'critical',
    summary: 'The card provider deleted events that were never read.',
    runbook: 'events-of-the-card-provider',
    expr: `${figure('provider_events_missing')} > 0`,
  },
  {
    name: 'PortalMailLate',
    severity: 'warning',
    summary: `An email has waited for ${late.mail / 60} minutes.`,
    runbook: 'emails-are-not-sent',
    expr: `${figure('mails_oldest_seconds')} > ${late.mail}`,
  },
  {
    name: 'PortalMailRefused',
    severity: 'warning',
    summary: 'An email was tried 20 times.',
    runbook: 'emails-are-not-sent',
    expr: `${figure('mails_given_up')} > 0`,
  },
  {
    name: 'PortalEventReceiverDown',
    severity: 'warning',
    summary: "The receiver of events for the provider's systems does not respond.",
    runbook: 'events-are-not-delivered',
    expr: `${figure('events_receiver_away_seconds')} > ${late.receiver}`,
  },
  {
    name: 'PortalEventsRefused',
    severity: 'warning',
    summary: 'The receiver rejects the next event of a company.',
    runbook: 'events-are-not-delivered',
    expr: `${figure('events_refused_companies')} > 0`,
    for: '5m',
  },
  {
    name: 'PortalEventsLate',
    severity: 'warning',
    summary: `An event for the provider's systems has waited for ${late.event / 60} minutes.`,
    runbook: 'events-are-not-delivered',
    // Without EVENTS_URL, the provider's systems fetch events, so events stay undelivered, and no worker has this work.
    expr: `${figure('events_oldest_seconds')} > ${late.event} and on () portal_work_period_seconds{work="deliver events"}`,
  },
  {
    name: 'PortalUploadLate',
    severity: 'warning',
    summary: `Records have not been imported for ${late.upload / 60} minutes.`,
    runbook: 'records-are-not-imported',
    expr: `${figure('uploads_oldest_seconds')} > ${late.upload}`,
    for: '5m',
  },
  {
    name: 'PortalImportRejected',
    severity: 'warning',
    summary: 'An import failed or rejected records.',
    runbook: 'records-are-not-imported',
    expr: `${figure('imports_rejected')} > 0`,
  },
  {
    name: 'PortalBankDetailsChanged',
    severity: 'critical',
    summary: 'Bank details changed, and no super admin has confirmed it: it may be fraud.',
    runbook: 'bank-details',
    expr: `${figure('bank_accounts_changed')} > 0`,
  },
  {
    name: 'PortalQuestionWaiting',
    severity: 'warning',
    summary: 'A question about an invoice has had no answer for three days.',
    runbook: 'needs-attention',
    expr: `${figure('questions_waiting')} > 0`,
  },
  {
    name: 'PortalSecretsDiffer',
    severity: 'warning',
    summary: 'A process has another value of a secret than the others.',
    runbook: 'secrets',
    expr: `${figure('secrets_differing')} > 0`,
    // As long as a change of a secret may take.
    for: '15m',
  },
]
