import type { BillLine } from '../changes/bill.ts'
import type { Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'

/** A license that runs, ran or will run. */
export interface KnownLicense {
  licenseId: string
  /** The product's id; products that replace each other share one. */
  productId: string
  /** The current user first, then earlier ones. */
  userNames: readonly string[]
  since: Day | null
  /** The earliest start that any record of the license named: a renewal may move the start. */
  firstSince: Day | null
  /** The last day; null if the license has no end, or if it ended on an unknown day. */
  until: Day | null
  endIsUnknown: boolean
  /** The license is active, and its product is charged every month, so every monthly bill must contain it. */
  isChargedMonthly: boolean
  /** The monthly price by the provider's record, and a later price with its first day. */
  monthlyPrice: Cents | null
  nextMonthlyPrice: Cents | null
  nextPriceFrom: Day | null
  /** The day on which the record got another price; null if it always had this one. Earlier bills may have the former price. */
  pricedOn: Day | null
  currency: string | null
  /** The order that added the license, by the id that lines use. */
  orderId: string | null
}

export interface KnownRequest {
  equipmentRequestId: string
  isApproved: boolean
  isCancelled: boolean
}

/** What a company has and ordered, and what the catalog contains. */
export interface Grants {
  licenses: readonly KnownLicense[]
  /**
   * The provider's records say what runs. Otherwise only orders are known, and licenses from before the first order are unknown.
   */
  isWhole: boolean
  /** Orders that were not rejected, with the ids of the products that they name. */
  orders: ReadonlyMap<string, ReadonlySet<string>>
  requests: ReadonlyMap<string, KnownRequest>
  productOf: (line: NamesProduct) => KnownProduct | undefined
}

/** How a line names its product. */
export interface NamesProduct {
  productId?: string | null
  words: Pick<BillLine['words'], 'product'>
}

export interface KnownProduct {
  productId: string
  prorates: boolean | null
  /** The product is charged every month or per user, so a person must have ordered it. */
  isRecurring: boolean
}
