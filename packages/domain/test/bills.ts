import fc from 'fast-check'
import { decimalsOf } from '../src/kernel/currencies.ts'
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

/** Returns a line with a quantity and a price in hundredths; its total is their product. */
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
  quantity: BigInt(Math.round(count * 1_000_000)),
  price: BigInt(priceCents) * 10_000n,
  totalCents: Math.round(count * priceCents),
  ...rest,
})

/** Returns a bill of a month; its amount is the sum of its lines. */
export const bookedBill = (
  serviceMonth: string,
  lines: readonly BookedLine[],
  rest: Partial<BookedBill> = {},
): BookedBill => ({
  id: `${serviceMonth}-1`,
  invoiceNumber: `INV-${serviceMonth}`,
  invoiceType: 'License',
  customerNumber: 'C-1',
  subsidiary: '',
  date: `${serviceMonth}-01`,
  serviceMonth,
  isLateFee: false,
  currency: 'USD',
  amountCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
  lines,
  ...rest,
})
export const bill = (...booked: Parameters<typeof bookedBill>): Bill =>
  readBill(bookedBill(...booked))

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
  quantity: fc.oneof(fc.constant(null), fc.bigInt({ min: -3_000_000n, max: 6_000_000n })),
  price: fc.oneof(
    fc.constant(null),
    fc.bigInt({ min: -999_999_999n, max: 10n ** 11n }),
    fc.bigInt({ min: 10n ** 11n, max: 10n ** 19n }),
  ),
  totalCents: fc.oneof(fc.integer({ min: -5000, max: 99_999 }), fc.constant(0)),
  licenseId: fc.constantFrom(null, null, null, 'L-1', 'L-2'),
  chargeType: fc.constantFrom(null, null, null, ...(['credit', 'oneTime', 'prorated'] as const)),
})

const anyLines = fc.array(bookedLines, { maxLength: 12 })
const newNumbers = fc.record({
  quantity: fc.bigInt({ min: 1n, max: 6_000_000n }),
  price: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  keeps: fc.constantFrom('both', 'quantity', 'price', 'neither'),
})

/**
 * Two arbitrary bills, including ones that no books should contain. Some lines of the first bill are on the second one,
 * with other numbers.
 */
export const anyBills: fc.Arbitrary<[Bill, Bill]> = fc
  .record({
    before: anyLines,
    after: anyLines,
    again: fc.array(newNumbers, { maxLength: 8 }),
    unitemized: fc.constantFrom([0, 0], [0, 1], [-250, 3]),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  })
  .map(({ before, after, again, unitemized, currency }) => {
    const first = before.map((line, nth) => withNumbers(line, again[nth], currency))
    const second = first.slice(0, again.length).map((line, nth) => {
      const { quantity, price, keeps } = again[again.length - 1 - nth]!
      const numbers = {
        quantity: keeps === 'both' || keeps === 'quantity' ? (line.quantity ?? 1n) : quantity,
        price: keeps === 'both' || keeps === 'price' ? (line.price ?? 1n) : price,
      }
      return withNumbers(line, numbers, currency)
    })
    const made = (month: string, lines: BookedLine[], more: number) => {
      const one = bill(month, lines, { currency })
      return { ...one, amountCents: one.amountCents + more }
    }
    return [
      made('2026-10', first, unitemized[0]),
      made('2026-11', [...after, ...second], unitemized[1]),
    ]
  })

/** Sets the total to the product of quantity and price, plus or minus a cent. */
function withNumbers(
  line: BookedLine,
  numbers: { quantity: bigint; price: bigint } | undefined,
  currency: string,
): BookedLine {
  if (!numbers) return line
  const { quantity, price } = numbers
  const total = Math.round((Number(quantity * price) / 1e12) * 10 ** decimalsOf(currency))
  return { ...line, quantity, price, totalCents: total + (Number(price) % 3) - 1 }
}
