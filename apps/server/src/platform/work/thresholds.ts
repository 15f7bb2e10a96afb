/**
 * The number of seconds after which something is late: for `portal doctor` and the alerting rules
 * (tools/monitoring/alerts.ts). The page "Needs attention" has the first two in SQL (migration 0011).
 */
export const lateAfterSeconds = {
  /** A payment without a result. */
  payment: 900,
  /** An event of the card provider that could not be processed. */
  providerEvent: 300,
  /** Reading the card provider's list of events. */
  providerEventList: 900,
  autoPay: 900,
  mail: 900,
  /** An event for the provider's systems, if a receiver is configured. */
  event: 900,
  /** A receiver of events that does not respond. Doctor reports it at once. */
  receiver: 300,
  /** Records that were received and not imported, since the upload began. */
  upload: 900,
  /** The last report of a worker, which reports every ten seconds. */
  worker: 60,
} as const

/** A timed work is late after this many of its periods without a success, but not before `atLeastSeconds`. */
export const lateWork = { periods: 3, atLeastSeconds: 300 } as const
