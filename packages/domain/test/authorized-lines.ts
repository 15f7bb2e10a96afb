import { perWhole } from '../src/kernel/millionths.ts'
import type { Grants, KnownLicense } from '../src/authorization/grants.ts'
import { authorizeCharges } from '../src/authorization/authorize-charges.ts'
import type { EarlierCharge } from '../src/authorization/taken-times.ts'
import { readBill, type BookedLine } from '../src/changes/bill.ts'

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
const lineOf = (more: Partial<BookedLine> = {}): BookedLine => ({
  productName: 'TT Pro',
  description: '',
  note: '',
  city: '',
  state: '',
  quantity: perWhole,
  price: 100n * perWhole,
  totalCents: 10_000,
  ...more,
})
/** The states of the lines of a bill of March 2026, in words. */
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
  const bill = readBill({
    id: '1',
    invoiceNumber: 'A-1',
    invoiceType: 'License',
    customerNumber: '',
    subsidiary: '',
    date: '2026-03-01',
    serviceMonth: '2026-03',
    isLateFee: false,
    currency: 'USD',
    amountCents: 0,
    lines: lines.map(lineOf),
  })
  return { bill, states: authorizeCharges([bill], grants, { isNewest: true, ...more }) }
}
