import type { KnownLicense, KnownRequest } from './grants.ts'

export const checkReasons = [
  'afterEnd',
  'beforeStart',
  'twice',
  'otherPrice',
  'notApproved',
  'notFound',
] as const
export type CheckReason = (typeof checkReasons)[number]
export type MatchedBy = 'id' | 'name' | 'count'

/** What authorizes a line, as far as it was found. */
export interface Found {
  license?: KnownLicense
  /** The line names the license, but another product and another user. What was ordered for these is not known. */
  isOther?: true
  orderId?: string
  request?: KnownRequest
  /** The number of the invoice that already charges the same. */
  chargedOn?: string
}

/**
 * The state of a line. `none`: the line needs no authorization, such as tax and credits. `unexplained`: the orders explain
 * too few lines to judge this one.
 */
export type Authorization = Found &
  (
    | { state: 'matched'; by: MatchedBy }
    | { state: 'toCheck'; reason: CheckReason; by?: MatchedBy }
    | { state: 'none' | 'unexplained' }
  )

/** Returns the order that authorizes a line, by the id that lines use. */
export const orderIdOf = ({ orderId, license, isOther }: Found): string | undefined =>
  isOther ? undefined : (orderId ?? license?.orderId ?? undefined)
