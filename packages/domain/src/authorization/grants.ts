import type { BillLine } from '../changes/bill.ts'
import type { Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'

/** A license that runs, ran or will run. */
export interface KnownLicense {
  licenseId: string
  /** Products that replace each other have one id. */
  productId: string
  /** Its user first, then earlier ones. */
  userNames: readonly string[]
  since: Day | null
  /** The first day that a record of it ever named as its start: a renewal may move the start. */
  firstSince: Day | null
  /** Its last day; null if it runs on, or if it ended on a day that is not known. */
  until: Day | null
  endIsUnknown: boolean
  /** It is active, and its product is charged every month: a bill of a month must have it. */
  isChargedMonthly: boolean
  /** By the provider's record: what it costs a month, and from a day on. */
  monthlyPrice: Cents | null
  nextMonthlyPrice: Cents | null
  nextPriceFrom: Day | null
  /** The day on which its record got another price; null if it always had this one. Earlier bills may have that before. */
  pricedOn: Day | null
  currency: string | null
  /** The order that added it: the same id as that of lines. */
  orderId: string | null
}

export interface KnownRequest {
  equipmentRequestId: string
  isApproved: boolean
  isCancelled: boolean
}

/** What a company holds and ordered, and what the catalog says. */
export interface Grants {
  licenses: readonly KnownLicense[]
  /** The provider says what runs. Otherwise only orders are known, and what began before them is not. */
  isWhole: boolean
  /** Orders that were not rejected, with the ids of the products they name. */
  orders: ReadonlyMap<string, ReadonlySet<string>>
  requests: ReadonlyMap<string, KnownRequest>
  productOf: (line: NamesProduct) => KnownProduct | undefined
}

/** What a line says of its product. */
export interface NamesProduct {
  productId?: string | null
  words: Pick<BillLine['words'], 'product'>
}

export interface KnownProduct {
  productId: string
  prorates: boolean | null
  /** It is charged every month, or for each user: a person must have ordered it. */
  isRecurring: boolean
}
