import type { Month } from '../kernel/month.ts'
import type { ChargeType } from '../invoices/charge-types.ts'
import type { Millionths } from '../kernel/millionths.ts'
import type { Cents } from '../kernel/money.ts'
import { latestMonthNamed, withoutTimes } from './named-months.ts'

/** A line as in the books. A price is in millionths of the currency's major unit. */
export interface BookedLine {
  productName: string
  description: string
  /** `moreInfo` of the record: usually the person or the site. */
  note: string
  city: string
  state: string
  quantity: Millionths | null
  price: Millionths | null
  totalCents: Cents
  productId?: string | null
  licenseId?: string | null
  userName?: string | null
  networkId?: string | null
  /** UTC days. */
  servicePeriodStart?: string | null
  servicePeriodEnd?: string | null
  chargeType?: ChargeType | null
  licenseOrderId?: string | null
  equipmentRequestId?: string | null
  equipmentLineId?: string | null
}

/** A line with its texts in comparable form. */
export interface BillLine extends BookedLine {
  words: {
    product: string
    note: string
    /** The words of the note's first part: the part after a slash or a comma is a place, not a person. */
    names: readonly string[]
    description: string
    place: string
  }
  isTax: boolean
  /** The line charges an earlier month than the month of its bill. */
  isPrior: boolean
}

export interface BookedBill {
  id: string
  invoiceNumber: string
  invoiceType: string
  customerNumber: string
  subsidiary: string
  /** The UTC day of the invoice. */
  date: string
  /** `YYYY-MM`; the month of the invoice's date if the books have none. */
  serviceMonth: Month
  isLateFee: boolean
  currency: string
  amountCents: Cents
  lines: readonly BookedLine[]
}

export interface Bill extends Omit<BookedBill, 'lines'> {
  lines: readonly BillLine[]
}

export function readBill(bill: BookedBill): Bill {
  const months = bill.lines.map((line) => chargedMonth(line, bill.serviceMonth))
  const usual = mostCommon(months) ?? bill.serviceMonth
  return {
    ...bill,
    lines: bill.lines.map((line, index) => readLine(line, (months[index] ?? usual) < usual)),
  }
}

/** The most common month. Most lines of a bill in arrears charge the previous month, which is then the bill's usual month. */
function mostCommon(months: readonly Month[]): Month | undefined {
  const counts = new Map<Month, number>()
  for (const month of months) counts.set(month, (counts.get(month) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? 1 : -1))[0]?.[0]
}

/** Only the part of a text that a screen can show: more would only take time. */
const shown = (text: string) => text.replace(/\s+/gu, ' ').trim().slice(0, 300)

function readLine(booked: BookedLine, isPrior: boolean): BillLine {
  const line = {
    ...booked,
    productName: shown(booked.productName),
    description: shown(booked.description),
    note: shown(booked.note),
    userName: shown(booked.userName ?? ''),
  }
  const whose = noted(line).split(/[/|,;(·]/)[0] ?? ''
  return {
    ...line,
    words: {
      ...subjectWords(line),
      names: comparable(whose).split(' '),
      description: comparable(line.description),
      place: comparable(`${line.city} ${line.state}`),
    },
    isTax: isTax(line),
    isPrior,
  }
}

export type Subject = Pick<BookedLine, 'productName' | 'note' | 'userName' | 'networkId'>

/** Returns what a line charges, and for which person or place. */
export const subjectWords = (line: Subject) => ({
  product: comparable(line.productName),
  note: comparable(noted(line)),
})

/** Returns the same key for lines that charge the same product for the same person or place. */
export const subjectKey = ({ product, note }: ReturnType<typeof subjectWords>): string =>
  `${product}\n${note}`

const noted = ({ userName, note, networkId }: Subject) =>
  [userName, note, networkId].filter(Boolean).join(' ')

const isTax = ({ chargeType, productName }: BookedLine) =>
  chargeType ? chargeType === 'tax' : /\b(tax|vat|gst|hst)\b/i.test(productName)

/** Returns the month that a line charges: that of its period, else the last one that its texts name, else that of its bill. */
export function chargedMonth(line: BookedLine, month: Month): Month {
  const period = line.servicePeriodEnd ?? line.servicePeriodStart
  if (period) return period.slice(0, 7)
  return monthNamed(line.description) ?? monthNamed(line.note) ?? month
}

/** Returns letters and digits in lower case, without times: the part that stays the same from bill to bill. */
export const comparable = remembered((text) =>
  withoutTimes(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim(),
)

const monthNamed = remembered(latestMonthNamed)

/** The texts of bills repeat from line to line, so each result is cached. */
function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const most = 5000
  const known = new Map<string, Value>()
  return (text) => {
    if (known.has(text)) return known.get(text) as Value
    if (known.size === most) known.clear()
    const value = read(text)
    known.set(text, value)
    return value
  }
}

export const signOf = ({ totalCents }: BookedLine): number => Math.sign(totalCents)
