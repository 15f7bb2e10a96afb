import type { Grants, KnownLicense } from '../src/authorization/grants.ts'
import { authorizeCharges } from '../src/authorization/authorize-charges.ts'
import type { EarlierCharge } from '../src/authorization/taken-times.ts'
import type { BookedLine } from '../src/changes/bill.ts'
import { bill, bookedLine } from './bills.ts'

export const license = ({
  since = '2026-01-12',
  ...more
}: Partial<KnownLicense> = {}): KnownLicense => ({
  licenseId: 'L1',
  productId: 'P1',
  userNames: ['Tom Jones'],
  since,
  firstSince: since,
  until: null,
  endIsUnknown: false,
  isChargedMonthly: true,
  monthlyPrice: null,
  nextMonthlyPrice: null,
  nextPriceFrom: null,
  pricedOn: null,
  currency: 'USD',
  orderId: 'O1',
  ...more,
})
export const grantsOf = (licenses: KnownLicense[], more: Partial<Grants> = {}): Grants => ({
  licenses,
  isWhole: true,
  orders: new Map(),
  requests: new Map(),
  productOf: ({ words }) =>
    words.product === 'tt pro'
      ? { productId: 'P1', prorates: false, isRecurring: true }
      : undefined,
  ...more,
})
/** Returns the states of the lines of a bill of March 2026, in words. */
export function statesOf(lines: Partial<BookedLine>[], grants: Grants, more: Circumstances = {}) {
  const { bill, states } = authorized(lines, grants, more)
  return bill.lines.map((line) => {
    const found = states.get(line)!
    if (found.state === 'toCheck') return found.reason
    return found.state === 'matched' ? `by ${found.by}` : found.state
  })
}

export interface Circumstances {
  earlier?: EarlierCharge[]
  isNewest?: boolean
}

export function authorized(lines: Partial<BookedLine>[], grants: Grants, more: Circumstances = {}) {
  const charged = lines.map((more) => bookedLine('TT Pro', '', 1, 10_000, more))
  const march = bill('2026-03', charged, { invoiceNumber: 'A-1' })
  return { bill: march, states: authorizeCharges([march], grants, { isNewest: true, ...more }) }
}
