import { subjectKey, type BillLine } from '../changes/bill.ts'
import type { Day } from '../kernel/day.ts'
import type { Cents } from '../kernel/money.ts'
import { isOneTime, monthsOf, wholeMonths, type ReadCharge } from './read-charge.ts'

/** A charge of a license on a bill of another month, or a credit, which is negative. Only credits may have no days. */
export interface EarlierCharge {
  licenseId: string
  /** The product's id, or its name in words if the catalog does not contain it. */
  product: string
  from: Day | null
  to: Day | null
  totalCents: Cents
  date: Day
  invoiceNumber: string
}

type Time = Pick<ReadCharge, 'from' | 'to' | 'hasPeriod' | 'months' | 'monthCount'>

/** An amount for a period, with its subject by ids or by words. */
interface Booked extends Time {
  whose: readonly string[]
  totalCents: Cents
  date: Day
  invoiceNumber: string
}

/** Records what was charged for which period. A credit cancels one charge of the same amount. */
export class TakenTimes {
  readonly #taken = new Map<string, Booked[]>()
  readonly #credits = new Map<string, Booked[]>()

  constructor(charges: readonly ReadCharge[], earlier: readonly EarlierCharge[]) {
    const credits = charges
      .filter(({ line }) => line.totalCents < 0)
      .map((one) => bookedOn(one, whoseOf(one.line).slice(0, 1)))
    const before = earlier.map((one) => ({ ...one, booked: bookedBefore(one) }))
    for (const { totalCents, licenseId, product, booked } of before)
      if (totalCents < 0) credits.push(booked)
      else put(this.#taken, licenseSlot(licenseId, product), booked)
    // A credit with days is used before one that fits any period.
    for (const credit of credits.toSorted((a, b) => Number(b.hasPeriod) - Number(a.hasPeriod)))
      for (const key of credit.whose) put(this.#credits, `${key}\n${-credit.totalCents}`, credit)
  }

  /** Whether a license can still be charged for the period of a charge. */
  isFree(licenseId: string, charge: ReadCharge): boolean {
    if (!takesTime(charge)) return true
    const taken = this.#taken.get(licenseSlot(licenseId, charge.product)) ?? []
    const others = taken.filter((one) => isSameTime(one, charge))
    if (others.length === 0) return true
    const booked = bookedOn(charge, [licenseKey(licenseId), ...whoseOf(charge.line)])
    return Boolean(this.#creditOf(booked)) || others.every((one) => this.#creditOf(one))
  }

  /**
   * Returns the number of the invoice that already charges a license for the same period. Otherwise records that the
   * period is charged.
   */
  takeLicense(licenseId: string, charge: ReadCharge): string | undefined {
    if (!takesTime(charge)) return undefined
    const whose = [licenseKey(licenseId), ...whoseOf(charge.line)]
    return this.#take(licenseSlot(licenseId, charge.product), bookedOn(charge, whose), isSameTime)
  }

  /** Does the same for a one-time charge of an item of equipment. Its hardware and its installation are two products. */
  takeEquipment(charge: ReadCharge): string | undefined {
    const { line, product } = charge
    if (!line.equipmentLineId || !isOneTime(charge)) return undefined
    const key = `${line.equipmentRequestId}\n${line.equipmentLineId}\n${product}`
    return this.#take(key, bookedOn(charge, whoseOf(line)), () => true)
  }

  #take(key: string, charge: Booked, isSame: (one: Time, other: Time) => boolean) {
    const taken = this.#taken.get(key) ?? []
    this.#taken.set(key, taken)
    for (const other of taken.filter((one) => isSame(one, charge))) {
      if (this.#useCredit(other)) taken.splice(taken.indexOf(other), 1)
      else return this.#useCredit(charge) ? undefined : other.invoiceNumber
    }
    taken.push(charge)
    return undefined
  }

  #useCredit(charge: Booked): boolean {
    const credit = this.#creditOf(charge)
    if (!credit) return false
    for (const key of credit.whose) {
      const credits = this.#credits.get(`${key}\n${charge.totalCents}`)
      credits?.splice(credits.indexOf(credit), 1)
    }
    return true
  }

  #creditOf({ whose, totalCents, ...charge }: Booked): Booked | undefined {
    for (const key of whose) {
      const found = this.#credits
        .get(`${key}\n${totalCents}`)
        ?.find((credit) => credit.date >= charge.date && mayBeForTime(credit, charge))
      if (found) return found
    }
    return undefined
  }
}

const takesTime = (charge: ReadCharge) => !charge.isPart && !isOneTime(charge)

const licenseKey = (licenseId: string) => `license\n${licenseId}`
const licenseSlot = (licenseId: string, product: string) => `${licenseId}\n${product}`

/** Returns the subject of a line, the most certain first: its ids, else its words. */
const whoseOf = ({ licenseId, equipmentRequestId, equipmentLineId, words }: BillLine): string[] => [
  ...(licenseId ? [licenseKey(licenseId)] : []),
  ...(equipmentRequestId ? [`equipment\n${equipmentRequestId}\n${equipmentLineId}`] : []),
  `words\n${subjectKey(words)}`,
]

const bookedOn = (charge: ReadCharge, whose: readonly string[]): Booked => ({
  ...charge,
  whose,
  totalCents: charge.line.totalCents,
  date: charge.bill.date,
  invoiceNumber: charge.bill.invoiceNumber,
})

function bookedBefore({ licenseId, from, to, ...one }: EarlierCharge): Booked {
  const [first, last] = [from ?? to ?? one.date, to ?? from ?? one.date]
  return {
    ...one,
    whose: [licenseKey(licenseId)],
    from: first,
    to: last,
    hasPeriod: from !== null && to !== null,
    months: monthsOf(first, last),
    monthCount: wholeMonths(first, last),
  }
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value) {
  const same = map.get(key)
  if (same) same.push(value)
  else map.set(key, [value])
}

/**
 * Whether two charges are for the same period: by their days if both have them. A partial month is compared only with a
 * partial month of the same days, because next to a whole month it may be the difference to another price.
 */
function isSameTime(one: Time, other: Time): boolean {
  const haveDays = one.hasPeriod && other.hasPeriod
  if (haveDays && one.from === other.from && one.to === other.to) return true
  if (one.monthCount === undefined || other.monthCount === undefined) return false
  return haveDays ? overlap(one, other) : one.months.some((month) => other.months.includes(month))
}

/** Some bills use the first day of the next period as the last day, so a single common day does not count. */
const overlap = (one: Time, other: Time) => one.from < other.to && other.from < one.to

const mayBeForTime = (credit: Time, charge: Time) =>
  !credit.hasPeriod || !charge.hasPeriod || (credit.from <= charge.to && charge.from <= credit.to)
