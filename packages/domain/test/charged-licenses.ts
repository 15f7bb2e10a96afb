import { Random } from '../../../tools/demo/random.ts'
import { comparable, type Bill, type BookedLine } from '../src/changes/bill.ts'
import type { Grants, KnownLicense } from '../src/authorization/grants.ts'
import type { CheckReason } from '../src/authorization/authorization.ts'
import { bill, bookedLine } from './bills.ts'

const firstNames =
  'Ada Bao Cleo Dara Enzo Femi Gita Hugo Iris Jana Kofi Lina Milo Nora Omar Pia Quin Rosa Sven Tara José Zoë Søren'.split(
    ' ',
  )
const lastNames =
  'Abara Berg Cruz Dahl Engel Faye Grant Hirsch Ibsen Joshi Kato Lund Moreau Nagy Ortiz Petit Quist Rao Sato Tran Müller García Vega Weiss Xu Yates Amsel Brandt Castro Duarte Ekberg Frost Gallo Holm'.split(
    ' ',
  )
const products = [
  { productId: 'P1', name: 'TT Pro', cents: 157_500, prorates: true },
  { productId: 'P2', name: 'TT Core', cents: 66_150, prorates: false },
  { productId: 'P3', name: 'CME Depth', cents: 14_000, prorates: null },
]

/** The true state of a line. */
export type Truth = 'right' | Exclude<CheckReason, 'notApproved'>

export interface KnownMonth {
  month: string
  bills: readonly Bill[]
  grants: Grants
  isNewest: boolean
  /** The lines are the same objects as in `bills`. */
  truth: ReadonlyMap<Bill['lines'][number], Truth>
}

export interface KnownCompany {
  months: KnownMonth[]
  hasIds: boolean
  isWhole: boolean
}

interface Held {
  license: KnownLicense
  product: (typeof products)[number]
  person: string
  /** The person's name on bills, with its differences from the records. */
  billedAs: string
  /** Returns the price by the number of months since the first. */
  priceAt: (month: number) => number
  from: number
  to: number
}

/**
 * Returns a year of bills of a company with known truth: people arrive and leave, prices rise for all or for one, names on bills
 * differ from the records, desks have numbers, some licenses are older than the known orders, and a few lines are wrong.
 */
export function chargedLicenses(seed: number): KnownCompany {
  const random = new Random(seed)
  const dice = (below: number) => random.whole(0, below - 1)
  const chance = (percent: number) => random.chance(percent / 100)
  const pick = <T>(from: readonly T[]): T => random.pick(from)
  const hasIds = chance(35)
  const isWhole = hasIds || chance(60)
  const hasNames = hasIds || chance(85)
  const hasPeriods = chance(60)
  const rise = chance(50) ? 3 + dice(6) : 99
  const taken = new Set<string>()
  const newPerson = (): string => {
    for (;;) {
      const name = chance(15)
        ? `desk ${1 + dice(40)}`
        : `${pick(firstNames)} ${pick(lastNames)}${chance(8) ? `-${pick(lastNames)}` : ''}`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
  const people = Array.from({ length: 3 + dice(25) }, newPerson)
  const held: Held[] = products.flatMap((product) =>
    people.filter(() => chance(60)).map((person, nth) => newHeld(product, person, nth)),
  )
  const grants: Grants = {
    licenses: held.map(({ license }) => license),
    isWhole,
    orders: new Map(),
    requests: new Map(),
    productOf: ({ words, productId }) => {
      const found = products.find(
        (one) => one.productId === productId || comparable(one.name) === words.product,
      )
      return found && { ...found, isRecurring: true }
    },
  }
  // Some companies started ordering late: half of their running licenses are unknown.
  const known =
    !isWhole && chance(40)
      ? { ...grants, licenses: grants.licenses.filter(() => chance(50)) }
      : grants
  const months = Array.from({ length: 12 }, (_, at) => monthOf(at))
  return { months, hasIds, isWhole }

  function newHeld(product: (typeof products)[number], person: string, nth: number): Held {
    const from = chance(70) ? -6 : dice(11)
    const to = chance(75) ? 99 : Math.max(from, 0) + 1 + dice(10)
    const own = chance(4) ? { at: 2 + dice(9), cents: product.cents - 1000 * (1 + dice(9)) } : null
    const priceAt = (month: number) => {
      const listed = month < rise ? product.cents : Math.round(product.cents * 1.035)
      return own && month >= own.at ? own.cents : listed
    }
    return {
      product,
      person,
      billedAs: hasNames ? written(person) : '',
      from,
      to,
      priceAt,
      license: {
        licenseId: `L-${product.productId}-${nth}-${person}`,
        productId: product.productId,
        userNames: [person],
        since: dayAt(from, 1),
        firstSince: dayAt(from, 1),
        until: to === 99 ? null : lastDayAt(to),
        endIsUnknown: false,
        isChargedMonthly: true,
        monthlyPrice: isWhole ? priceAt(11) : null,
        nextMonthlyPrice: null,
        nextPriceFrom: null,
        pricedOn: null,
        currency: 'USD',
        orderId: null,
      },
    }
  }

  /** Returns a name as another system spells it. */
  function written(person: string): string {
    const [first = '', last = ''] = person.split(' ')
    if (first === 'desk') return person
    if (chance(84)) return person
    return pick([
      `${last}, ${first}`,
      `${first.charAt(0)}. ${last}`,
      person.normalize('NFD').replace(/\p{M}/gu, ''),
      `${first.charAt(0)}${last}`.toLowerCase(),
      `${first}.${last}`.toLowerCase(),
      person.slice(0, 3) + person.slice(4),
    ])
  }

  function monthOf(at: number): KnownMonth {
    const month = monthAt(at)
    const lines: { line: BookedLine; truth: Truth }[] = []
    const add = (one: Held, truth: Truth = 'right', cents = one.priceAt(at)) =>
      lines.push({ line: lineOf(one, month, cents), truth })
    for (const one of held) {
      const runs = one.from <= at && at <= one.to
      if (runs) {
        const isDearer = isWhole && at === 11 && chance(2)
        if (isDearer) add(one, 'otherPrice', one.priceAt(at) + 5000)
        else add(one)
        if (chance(0.4)) add(one, 'twice')
      } else if (at > one.to && chance(1.6)) add(one, 'afterEnd')
      else if (at < one.from && chance(0.8)) add(one, 'beforeStart')
    }
    if (chance(8)) add(newHeld(pick(products), newPerson(), 999), 'notFound')
    lines.sort(() => dice(3) - 1)
    lines.sort((one, other) => Number(one.truth === 'twice') - Number(other.truth === 'twice'))
    const booked = bill(
      month,
      lines.map(({ line }) => line),
      { id: `B${at}`, invoiceNumber: `B${at}`, date: `${month}-02` },
    )
    return {
      month,
      bills: [booked],
      grants: known,
      isNewest: at === 11,
      truth: new Map(booked.lines.map((line, nth) => [line, lines[nth]!.truth] as const)),
    }
  }

  function lineOf(one: Held, month: string, cents: number): BookedLine {
    return bookedLine(one.product.name, one.billedAs && `User: ${one.billedAs}`, 1, cents, {
      description: hasPeriods ? 'Monthly' : `Monthly ${month}`,
      city: 'Chicago',
      state: 'IL',
      chargeType: hasPeriods ? 'recurring' : null,
      licenseId: hasIds ? one.license.licenseId : null,
      ...(hasPeriods && { servicePeriodStart: `${month}-01`, servicePeriodEnd: lastDayOf(month) }),
    })
  }
}

const monthAt = (index: number): string => {
  const months = 2025 * 12 + index
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}
const dayAt = (index: number, day: number) => `${monthAt(index)}-${String(day).padStart(2, '0')}`
const lastDayAt = (index: number) => lastDayOf(monthAt(index))

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, number, 0)).toISOString().slice(0, 10)
}
