import { lateAfterSeconds } from '../../apps/server/src/platform/work/thresholds.ts'

/** Readiness is checked every second, and its 503 is not a failed request of a user. */
const requests = '{route!~"/health/.*"}'
/** Bodies of records have any size, and their senders wait for the import, so these requests are not timed. */
const timed = '{route!~"/health/.*|/api/integration/records"}'

/** Returns the share of requests that failed, during a time such as `5m`. */
export const errorRatio = (time: string) =>
  `sum(rate(portal_request_errors_total[${time}])) / sum(rate(portal_request_seconds_count${requests}[${time}]))`

/** Returns the time in seconds within which a share of the requests was answered. */
export const latency = (share: number, time: string) =>
  `histogram_quantile(${share}, sum by (le) (rate(portal_request_seconds_bucket${timed}[${time}])))`

/** Returns the share of requests that were answered within a whole-number bound of the histogram. */
const fastRatio = (seconds: number, time: string) => {
  // Prometheus 3 stores the bound 1 as 1.0.
  const within = timed.replace('{', `{le=~"${seconds}|${seconds}.0", `)
  return `sum(rate(portal_request_seconds_bucket${within}[${time}])) / sum(rate(portal_request_seconds_count${timed}[${time}]))`
}

/** Returns the share of the time in which a condition was true. Time without data counts as false. */
const shareOfTime = (isSo: string) => `avg_over_time((${isSo} or vector(0))[30d:1m])`
const atMost = (figure: string, limit: number) => shareOfTime(`max(${figure}) <= bool ${limit}`)

export interface ServiceLevel {
  what: string
  objective: number
  query: string
}

export const availability = 0.999
/** A request is slow after this many seconds. It is a bound of the histogram. */
export const slowAfterSeconds = 1

const minutes = (seconds: number) => `${seconds / 60} minutes`

export const serviceLevels: ServiceLevel[] = [
  {
    what: 'A web server responds.',
    objective: availability,
    query: shareOfTime('max(up{job="portal-web"})'),
  },
  {
    what: 'Requests succeed: their status is below 500.',
    objective: availability,
    query: `1 - ${errorRatio('30d')}`,
  },
  {
    what: `Requests are answered within ${slowAfterSeconds} s by the server.`,
    objective: 0.99,
    query: fastRatio(slowAfterSeconds, '30d'),
  },
  {
    what: `The result of a payment is known within ${minutes(lateAfterSeconds.payment)}.`,
    objective: 0.999,
    query: atMost('portal_payments_open_oldest_seconds', lateAfterSeconds.payment),
  },
  {
    what: `AutoPay starts within ${minutes(lateAfterSeconds.autoPay)} of its hour.`,
    objective: 0.999,
    query: atMost('portal_autopay_lag_seconds', lateAfterSeconds.autoPay),
  },
  {
    what: `Emails are accepted by the mail server within ${minutes(lateAfterSeconds.mail)}.`,
    objective: 0.995,
    query: atMost('portal_mails_oldest_seconds', lateAfterSeconds.mail),
  },
  {
    what: `Records are imported within ${minutes(lateAfterSeconds.upload)} of the start of their upload.`,
    objective: 0.995,
    query: atMost('portal_uploads_oldest_seconds', lateAfterSeconds.upload),
  },
  {
    what: `Events are accepted by their receiver within ${minutes(lateAfterSeconds.event)}, where EVENTS_URL is set.`,
    objective: 0.995,
    query: atMost('portal_events_oldest_seconds', lateAfterSeconds.event),
  },
]
