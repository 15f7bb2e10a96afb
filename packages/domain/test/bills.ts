import fc from 'fast-check'
import { readBill, type Bill, type BookedBill, type BookedLine } from '../src/changes/bill.ts'

const line: BookedLine = {
  productName: 'TT Pro',
  description: '',
  note: '',
  city: '',
  state: '',
  quantity: null,
  price: null,
  totalCents: 0,
}

/** A line of so many at a price in hundredths; its total is their product. */
export const bookedLine = (
  productName: string,
  note: string,
  count: number,
  priceCents: number,
  rest: Partial<BookedLine> = {},
): BookedLine => ({
  ...line,
  productName,
  note,
  quantity: BigInt(Math.round(count * 10_000)),
  price: BigInt(priceCents) * 100n,
  totalCents: Math.round(count * priceCents),
  ...rest,
})

/** A bill of a month; its amount is the sum of its lines. */
export function bill(
  serviceMonth: string,
  lines: readonly BookedLine[],
  rest: Partial<BookedBill> = {},
): Bill {
  const amountCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return readBill({
    id: `${serviceMonth}-1`,
    invoiceNumber: `INV-${serviceMonth}`,
    invoiceType: 'License',
    customerNumber: 'C-1',
    subsidiary: '',
    date: `${serviceMonth}-01`,
    serviceMonth,
    isLateFee: false,
    currency: 'USD',
    amountCents,
    lines,
    ...rest,
  })
}

const bookedLines = fc.record({
  productName: fc.constantFrom('TT Pro', 'TT Core', 'Gateway', 'Sales Tax', '10020', ''),
  description: fc.constantFrom(
    '',
    'per month',
    'Oct 2026',
    'Nov 2026',
    'for 09/30/2026',
    '(9 of 30 days)',
  ),
  note: fc.constantFrom('', 'Ann Chen', 'Ann Chan', 'User: Tom Rossi', 'Desk 7', 'Desk 8', 'HKEX'),
  city: fc.constantFrom('', 'Chicago', 'London'),
  state: fc.constant(''),
  quantity: fc.oneof(fc.constant(null), fc.bigInt({ min: -30_000n, max: 60_000n })),
  price: fc.oneof(fc.constant(null), fc.bigInt({ min: -9_999_999n, max: 10n ** 17n })),
  totalCents: fc.oneof(fc.integer({ min: -5000, max: 99_999 }), fc.constant(0)),
  licenseId: fc.constantFrom(null, null, null, 'L-1', 'L-2'),
  chargeType: fc.constantFrom(null, null, null, ...(['credit', 'oneTime', 'prorated'] as const)),
})

/** Bills of any kind, also such as no books should have. */
export const anyBill = (serviceMonth: string): fc.Arbitrary<Bill> =>
  fc
    .record({
      lines: fc.array(bookedLines, { maxLength: 12 }),
      unitemized: fc.constantFrom(0, 0, 1, -250),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    })
    .map(({ lines, unitemized, currency }) => {
      const made = bill(serviceMonth, lines.map(withTotal(currency)), { currency })
      return { ...made, amountCents: made.amountCents + unitemized }
    })

/** Half of the lines have the total that quantity and price give. */
const withTotal = (currency: string) => (one: BookedLine, index: number) => {
  if (index % 2 === 0 || !one.quantity || !one.price || one.price > 10n ** 9n) return one
  const decimals = currency === 'JPY' ? 0 : currency === 'KWD' ? 3 : 2
  return {
    ...one,
    totalCents: Math.round((Number(one.quantity * one.price) / 1e8) * 10 ** decimals),
  }
}
