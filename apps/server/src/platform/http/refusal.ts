export type RefusalStatus =
  400 | 401 | 402 | 403 | 404 | 408 | 409 | 410 | 413 | 414 | 415 | 422 | 429 | 503

import { generalTexts } from '@portal/domain/platform/general-texts'
import type { SecurityEvent } from '../log/security-log.ts'

/** Refuses a valid request; the message is for the user. */
export class Refusal extends Error {
  override name = 'Refusal'

  constructor(
    readonly statusCode: RefusalStatus,
    message: string,
    /** Seconds after which the same request may succeed. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }

  /** The entry for the security log; null for no entry. The default depends on the status. */
  noted?: { event: SecurityEvent; reason: string } | null

  /** Logged instead of the message, if the message names a person. */
  inLog?: string

  because(event: SecurityEvent, reason: string): this {
    this.noted = { event, reason }
    return this
  }
}

/** The refusal of a call past a limit: only the first one is logged, so that further calls cannot fill the log. */
export function tooMany(message: string, seconds: number, what: string, isFirst: boolean): Refusal {
  const refusal = new Refusal(429, message, seconds).because('limit.exceeded', what)
  if (!isFirst) refusal.noted = null
  return refusal
}

/** Used for unknown objects and for objects of another company, with the same response. */
export const notFound = () => new Refusal(404, generalTexts.notFound)

export const otherCompany = () =>
  new Refusal(403, 'You may not use this company.').because('access.refused', 'other_company')

export const missingPermission = () =>
  new Refusal(403, 'You do not have permission to do this.').because('access.refused', 'permission')
