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
