import { perWhole } from '../src/kernel/millionths.ts'
import { Random } from '../../../tools/demo/random.ts'
import { readBill, type Bill, type BookedBill, type BookedLine } from '../src/changes/bill.ts'
import { bookedBill, bookedLine } from './bills.ts'

/** A bill whose past is known: the ids of the bills that it continues, and what each line really charges. */
export interface KnownBill {
  bill: Bill
  previous: readonly string[]
  /** A line with the same key as a line of the previous bill is the same charge. */
  keys: readonly string[]
}

const firstNames =
  'Ada Bao Cleo Dara Enzo Femi Gita Hugo Iris Jana Kofi Lina Milo Nora Omar Pia Quin Rosa Sven Tara Udo Vera Wim Xena Yann Zora'.split(
    ' ',
  )
const lastNames =
  'Abara Berg Cruz Dahl Engel Faye Grant Hirsch Ibsen Joshi Kato Lund Moreau Nagy Ortiz Petit Quist Rao Sato Tran Ulrich Vega Weiss Xu Yates Zimmer Amsel Brandt Castro Duarte Ekberg Frost Gallo Holm Iversen Jaramillo Keller Larsen Meier Norris'.split(
    ' ',
  )
const sites = ['Chicago', 'London', 'Singapore', 'Sydney', 'Frankfurt']
const styles: ((month: string) => string)[] = [
  (month) => `monthly, ${month}`,
  (month) =>
    `${month.slice(5)}/01/${month.slice(0, 4)} - ${month.slice(5)}/28/${month.slice(0, 4)}`,
  () => 'per user and month',
  (month) => `for ${month}-01 to ${month}-28`,
]

interface Charge {
  key: string
  product: string
  person: string
  site: string
  priceCents: number
}

interface Series {
  id: number
  type: string
  customer: string
  charges: Charge[]
  /** The number of months between its bills. */
  every: 1 | 3
  isInArrears: boolean
  /** The ids of its newest bills that are not credited. */
  last: string[]
}

const monthAt = (index: number) => {
  const [year, month] = [2024 + Math.floor(index / 12), (index % 12) + 1]
  return `${year}-${String(month).padStart(2, '0')}`
}

/**
 * Returns two years of bills of a company with known truth: users arrive, leave and change their names, prices rise,
 * products are renamed, bills are merged, split, credited and billed again; some are in arrears or quarterly, all lines
 * are shuffled, names have typing errors, and texts name months.
 */
export function recurringBills(seed: number): KnownBill[] {
  const random = new Random(seed)
  const dice = (below: number) => random.whole(0, below - 1)
  const chance = (percent: number) => random.chance(percent / 100)
  const pick = <T>(from: readonly T[]): T => random.pick(from)
  let count = 0
  const taken = new Set<string>()
  const newPerson = () => {
    for (;;) {
      const name = `${pick(firstNames)} ${pick(lastNames)}`
      if (!taken.has(name)) {
        taken.add(name)
        return name
      }
    }
  }
  const style = pick(styles)
  const hasIds = chance(20)
  const newCharge = (products: readonly string[], person: string): Charge => ({
    key: `L${(count += 1)}`,
    product: pick(products),
    person,
    site: pick(sites),
    priceCents: 2000 + dice(150_000),
  })
  const people = Array.from({ length: 4 + dice(30) }, newPerson)
  const ofPeople = (products: readonly string[]) =>
    people.filter(() => chance(80)).map((person) => newCharge(products, person))
  const series: Series[] = [
    {
      type: 'License',
      customer: 'C-1',
      every: 1,
      charges: ofPeople(['TT Pro', 'TT Core', 'Autospreader']),
    },
    {
      type: 'Market Data',
      customer: 'C-1',
      every: 1,
      charges: ofPeople(['CME Depth', 'ICE Top', 'HKEX Level 2']),
    },
    {
      type: 'License',
      customer: 'C-2',
      every: 1,
      charges: Array.from({ length: 2 + dice(9) }, () =>
        newCharge(['TT Pro', 'TT Core'], newPerson()),
      ),
    },
    {
      type: 'Connectivity',
      customer: 'C-1',
      every: 1,
      charges: [newCharge(['Cross Connect'], 'CME Globex'), newCharge(['Gateway'], 'Eurex')],
    },
    {
      type: 'Hosting',
      customer: 'C-1',
      every: 3,
      charges: [newCharge(['Cabinet'], 'LD4 row 7'), newCharge(['Power'], 'LD4 row 7')],
    },
  ].map((one, id) => ({ ...one, id, every: one.every as 1 | 3, isInArrears: chance(20), last: [] }))

  const mergedAt = chance(25) ? 6 + dice(12) : -1
  const splitAt = chance(25) ? 6 + dice(12) : -1

  const bills: KnownBill[] = []
  const made = (booked: BookedBill, previous: readonly string[], keys: readonly string[]) => {
    bills.push({ bill: readBill(booked), previous, keys })
  }
  for (let at = 0; at < 24; at += 1) {
    const month = monthAt(at)
    if (at === 12) for (const one of series) raise(one.charges)
    if (at === mergedAt) merge()
    if (at === splitAt) split()
    for (const one of series) {
      if (at > 0) change(one)
      if (at % one.every > 0 || one.charges.length === 0) continue
      issue(one, month)
    }
  }
  return bills

  function raise(charges: Charge[]) {
    for (const charge of charges) charge.priceCents = Math.round(charge.priceCents * 1.035)
  }

  /** Adds the lines of market data to the bill of licenses. */
  function merge() {
    const [into, from] = series
    if (!into || !from || into.isInArrears !== from.isInArrears) return
    into.charges.push(...from.charges.splice(0))
    into.last.push(...from.last)
  }

  /** Moves half of the lines to a separate bill. */
  function split() {
    const [from] = series
    if (!from || from.charges.length < 6) return
    const charges = from.charges.splice(0, Math.floor(from.charges.length / 2))
    series.push({ ...from, id: series.length, customer: 'C-9', charges, last: [...from.last] })
  }

  function change(one: Series) {
    const isOfPeople = one.charges.length > 2
    if (isOfPeople && chance(25)) one.charges.splice(dice(one.charges.length), 1)
    if (isOfPeople && chance(30))
      one.charges.push(
        newCharge([...new Set(one.charges.map(({ product }) => product))], newPerson()),
      )
    if (one.charges.length === 0) return
    const charge = pick(one.charges)
    if (isOfPeople && chance(8))
      charge.person = `${charge.person.split(' ')[0]} ${pick(lastNames)}-${charge.person.split(' ')[1]}`
    if (chance(2)) {
      const [from, to] = [charge.product, `${charge.product} ${chance(50) ? '(new)' : 'X'}`]
      for (const each of one.charges) if (each.product === from) each.product = to
    }
  }

  function issue(one: Series, month: string) {
    const charged = one.isInArrears
      ? monthAt(Math.max(0, bills.length && monthIndex(month) - 1))
      : month
    const id = (count += 1)
    const day = `${month}-${String(1 + dice(5)).padStart(2, '0')}`
    const shuffled = [...one.charges].sort(() => dice(3) - 1)
    const lines = shuffled.map((charge) => lineOf(charge, charged))
    const keys = shuffled.map(({ key }) => key)
    const booked = billOf(one, `B${id}`, month, day, lines)
    made(booked, one.last, keys)
    one.last = [booked.id]
    if (!chance(3)) return
    // The bill is credited in full, and billed again with one line less or with another price.
    const credit = lines.map((line) => ({
      ...line,
      quantity: -(line.quantity ?? 0n),
      totalCents: -line.totalCents,
    }))
    made(billOf(one, `B${id}-C`, month, `${month}-10`, credit), [], keys)
    const again =
      lines.length > 2
        ? lines.slice(1)
        : lines.map((line) => ({
            ...line,
            totalCents: line.totalCents - 100,
            price: (line.price ?? 0n) - perWhole,
          }))
    const before = bills.at(-2)!
    made(
      billOf(one, `B${id}-R`, month, `${month}-12`, again),
      before.previous.length > 0 ? before.previous : [booked.id],
      lines.length > 2 ? keys.slice(1) : keys,
    )
    one.last = [`B${id}-R`]
  }

  function lineOf(charge: Charge, month: string): BookedLine {
    const description = `${charge.product} ${style(month)}`
    const note = chance(0.5) ? withTypo(charge.person) : charge.person
    return bookedLine(charge.product, note, 1, charge.priceCents, {
      description,
      city: charge.site,
      licenseId: hasIds ? charge.key : null,
    })
  }

  /** Returns a name with one letter missing. */
  function withTypo(name: string) {
    const at = 1 + dice(name.length - 1)
    return name.slice(0, at) + name.slice(at + 1)
  }

  function billOf(
    one: Series,
    id: string,
    serviceMonth: string,
    date: string,
    lines: BookedLine[],
  ): BookedBill {
    const { type: invoiceType, customer: customerNumber } = one
    return bookedBill(serviceMonth, lines, {
      id,
      invoiceNumber: id,
      invoiceType,
      customerNumber,
      date,
    })
  }
}

const monthIndex = (month: string) =>
  (Number(month.slice(0, 4)) - 2024) * 12 + Number(month.slice(5)) - 1
