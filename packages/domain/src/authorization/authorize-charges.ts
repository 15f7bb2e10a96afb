import { numberOf, perWhole } from '../kernel/millionths.ts'
import type { Bill, BillLine } from '../changes/bill.ts'
import { checkPrices } from './check-prices.ts'
import type { Authorization, MatchedBy } from './authorization.ts'
import type { Grants, KnownLicense } from './grants.ts'
import {
  nameIndex,
  nameLevels,
  personName,
  type NameIndex,
  type NameLevel,
  type PersonName,
} from './person-names.ts'
import { chargesOf, isOneTime, needsNone, timeFault, type ReadCharge } from './read-charge.ts'
import { TakenTimes, type EarlierCharge } from './taken-times.ts'

/**
 * Returns what authorizes each line of the bills of one service month. The surest comes first: ids, then names one to
 * one, then numbers of licenses. `isNewest` says that no later month was billed: only then prices are certain.
 */
export function authorizeCharges(
  bills: readonly Bill[],
  grants: Grants,
  { earlier = [], isNewest }: { earlier?: readonly EarlierCharge[]; isNewest: boolean },
): Map<BillLine, Authorization> {
  const states = new Map<BillLine, Authorization>()
  const charges = chargesOf(bills, grants)
  const times = new TakenTimes(charges, earlier)
  const open = () => charges.filter(({ line }) => !states.has(line))

  for (const charge of charges) if (needsNone(charge)) states.set(charge.line, { state: 'none' })
  byRequest(open(), grants, states, times)
  const byId = new Map(grants.licenses.map((license) => [license.licenseId, license]))
  for (const charge of open()) {
    const license = charge.line.licenseId ? byId.get(charge.line.licenseId) : undefined
    if (license) settle(charge, license, 'id')
  }
  byOrder()
  for (const charge of open()) if (isOneTime(charge)) states.set(charge.line, { state: 'none' })
  for (const [, group] of grouped(open(), groupKey)) byNameAndCount(group)
  restOf(open(), charges.length - countOf('none'))
  checkPrices(charges, states, isNewest)
  return states

  function countOf(state: Authorization['state']) {
    return [...states.values()].filter((one) => one.state === state).length
  }

  /** The line charges the license, if that is so: within its time, and once. */
  function settle(charge: ReadCharge, license: KnownLicense, by: MatchedBy) {
    const { line } = charge
    const found = { by, license, ...(isOther(charge, license) && { isOther: true as const }) }
    const wrongTime = timeFault(charge, license)
    if (wrongTime) {
      states.set(line, { state: 'toCheck', reason: wrongTime, ...found })
      return
    }
    const chargedOn = times.takeLicense(license.licenseId, charge)
    states.set(
      line,
      chargedOn === undefined
        ? { state: 'matched', ...found }
        : { state: 'toCheck', reason: 'twice', ...found, chargedOn },
    )
  }

  /** Lines that name an order without a license: its licenses of that product, or else the order itself. */
  function byOrder() {
    const ofOrder = grouped(grants.licenses, ({ orderId }) => orderId ?? '')
    for (const level of ['exact', 'any'] as const)
      for (const charge of open()) {
        const orderId = charge.line.licenseOrderId
        if (!orderId) continue
        const same = (ofOrder.get(orderId) ?? []).filter(
          ({ productId }) => productId === charge.productId,
        )
        const running = same.filter(
          (one) => !timeFault(charge, one) && times.isFree(one.licenseId, charge),
        )
        const own = same.filter((one) => isUser(one, charge))
        const license =
          level === 'exact'
            ? (running.find((one) => own.includes(one)) ?? own[0])
            : (running[0] ?? (same.length === 1 ? same[0] : undefined))
        if (license) settle(charge, license, 'id')
        else if (level === 'any' && same.length === 0 && orderNames(orderId, charge))
          states.set(charge.line, { state: 'matched', by: 'id', orderId })
      }
  }

  function orderNames(orderId: string, { productId, line }: ReadCharge): boolean {
    const products = grants.orders.get(orderId)
    if (!products) return false
    return line.chargeType === 'oneTime' || (productId !== undefined && products.has(productId))
  }

  /** The lines of one product and month: by the names they have, then by how many there are. */
  function byNameAndCount(group: readonly ReadCharge[]) {
    const productId = group[0]?.productId
    if (!productId) return
    const licenses = grants.licenses.filter((one) => one.productId === productId)
    const index = nameIndex(licenses, ({ userNames }) =>
      userNames.flatMap((name) => nameOf(name) ?? []),
    )
    const left = () => group.filter(({ line }) => !states.has(line))
    const runs = (license: KnownLicense, charge: ReadCharge) => !timeFault(charge, license)
    for (const level of nameLevels)
      for (const [charge, fits] of single(left(), index, level, runs)) {
        const license = fits.find((one) => times.isFree(one.licenseId, charge))
        if (license) settle(charge, license, 'name')
        else if (level === 'exact' && grants.isWhole && fits[0]) settle(charge, fits[0], 'name')
      }
    const isOver = (license: KnownLicense, charge: ReadCharge) => !runs(license, charge)
    for (const level of ['exact', 'similar'] as const)
      for (const [charge, [license]] of single(left(), index, level, isOver)) {
        const mayBeOther = nameLevels.some((any) =>
          index.fits(charge.names, any).some((one) => runs(one, charge)),
        )
        if (license && !mayBeOther) settle(charge, license, 'name')
      }
    byCount(
      left(),
      licenses.filter(({ endIsUnknown }) => !endIsUnknown),
    )
  }

  function byCount(charges: readonly ReadCharge[], licenses: readonly KnownLicense[]) {
    const free = new Set(licenses)
    for (const charge of charges.toSorted(namelessFirst)) {
      const found: KnownLicense[] = []
      const seats = seatsOf(charge)
      for (const license of free) {
        if (found.length === seats) break
        if (timeFault(charge, license)) continue
        if (times.isFree(license.licenseId, charge)) found.push(license)
        else if (charge.monthCount !== undefined) free.delete(license)
      }
      if (found.length < seats) continue
      for (const { licenseId } of found) times.takeLicense(licenseId, charge)
      states.set(charge.line, { state: 'matched', by: 'count' })
    }
  }

  /**
   * If many lines were not found, that says something of the orders, not of the lines. Where only orders are known, few
   * lines are enough: what began before them is on small bills, too.
   */
  function restOf(rest: readonly ReadCharge[], judged: number) {
    const isUsual = rest.length > judged * 0.05 && (rest.length > 3 || !grants.isWhole)
    const held = new Set(grants.licenses.map(({ productId }) => productId))
    for (const { line, productId, isRecurring } of rest) {
      const isKnown =
        productId !== undefined && (held.has(productId) || (grants.isWhole && isRecurring))
      states.set(
        line,
        isKnown && !isUsual ? { state: 'toCheck', reason: 'notFound' } : { state: 'unexplained' },
      )
    }
  }
}

function byRequest(
  charges: readonly ReadCharge[],
  { requests }: Grants,
  states: Map<BillLine, Authorization>,
  times: TakenTimes,
) {
  for (const charge of charges) {
    const { line } = charge
    const request = line.equipmentRequestId ? requests.get(line.equipmentRequestId) : undefined
    if (!request) continue
    const chargedOn = times.takeEquipment(charge)
    if (!request.isApproved)
      states.set(line, { state: 'toCheck', reason: 'notApproved', by: 'id', request })
    else if (chargedOn)
      states.set(line, { state: 'toCheck', reason: 'twice', by: 'id', request, chargedOn })
    else states.set(line, { state: 'matched', by: 'id', request })
  }
}

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}

const groupKey = ({ productId, months }: ReadCharge) => `${productId ?? ''}\n${months.join()}`

const namelessFirst = (one: ReadCharge, other: ReadCharge) =>
  Number(one.names.length > 0) - Number(other.names.length > 0)

/** A line without a name can charge several licenses. Its quantity is their number, or that of its months. */
function seatsOf({ line, names, monthCount }: ReadCharge): number {
  const whole = Math.ceil(numberOf(line.quantity ?? perWhole))
  return names.length > 0 || whole < 1 || whole === monthCount ? 1 : whole
}

const isUser = ({ userNames }: KnownLicense, { names }: ReadCharge): boolean =>
  userNames.some((userName) => names.some(({ text }) => text === nameOf(userName)?.text))

/** Whether a line says another product and another user than the license that it names. */
function isOther({ productId, names }: ReadCharge, license: KnownLicense): boolean {
  if (productId === license.productId || names.length === 0) return false
  const users = license.userNames.flatMap((name) => nameOf(name) ?? [])
  const index = nameIndex(users, (name) => [name])
  return users.length > 0 && nameLevels.every((level) => index.fits(names, level).length === 0)
}

const nameOf = remembered(personName)

/**
 * Yields the charges of which the name fits one person only, and no other name fits that person, with the licenses of
 * the person. `isMeant` says which licenses count for a charge.
 */
function* single(
  charges: readonly ReadCharge[],
  index: NameIndex<KnownLicense>,
  level: NameLevel,
  isMeant: (license: KnownLicense, charge: ReadCharge) => boolean,
): Generator<[ReadCharge, KnownLicense[]]> {
  const fitting = charges.map((charge) => ({
    charge,
    fits: index.fits(charge.names, level).filter((one) => isMeant(one, charge)),
  }))
  const namesOf = new Map<string, Set<string>>()
  for (const { charge, fits } of fitting)
    for (const license of fits) {
      const user = userOf(license)
      namesOf.set(user, (namesOf.get(user) ?? new Set()).add(charge.names[0]?.text ?? ''))
    }
  for (const { charge, fits } of fitting) {
    const users = new Set(fits.map(userOf))
    const [user] = users
    if (user !== undefined && users.size === 1 && namesOf.get(user)?.size === 1)
      yield [charge, fits]
  }
}

const userOf = ({ userNames }: KnownLicense) => nameOf(userNames[0] ?? '')?.text ?? ''

function remembered(read: (name: string) => PersonName | undefined) {
  const known = new Map<string, PersonName | undefined>()
  return (name: string) => {
    if (known.has(name)) return known.get(name)
    if (known.size === 20_000) known.clear()
    const found = read(name)
    known.set(name, found)
    return found
  }
}
