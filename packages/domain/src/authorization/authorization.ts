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

/** What a line was found to rest on. */
export interface Found {
  license?: KnownLicense
  /** The line names the license, but another product and another user: what was ordered for these is not known. */
  isOther?: true
  orderId?: string
  request?: KnownRequest
  /** The number of the invoice that charges the same already. */
  chargedOn?: string
}

/**
 * The state of a line. `none`: it needs no authorization, such as tax and credits. `unexplained`: orders here explain
 * too little to tell.
 */
export type Authorization = Found &
  (
    | { state: 'matched'; by: MatchedBy }
    | { state: 'toCheck'; reason: CheckReason; by?: MatchedBy }
    | { state: 'none' | 'unexplained' }
  )

/** Returns the order that a line rests on, by the id that lines have. */
export const orderIdOf = ({ orderId, license, isOther }: Found): string | undefined =>
  isOther ? undefined : (orderId ?? license?.orderId ?? undefined)
