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
 * Returns what authorizes each line of the bills of one service month. The most certain matches are made first: by ids,
 * then by names one to one, then by numbers of licenses. `isNewest` means that no later month was billed, and only then
 * prices are certain.
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

  /** Records that the line charges the license, if it is within the license's time and no other line charges the same. */
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

  /** Matches lines that name an order without a license: with its licenses of that product, or else with the order itself. */
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

  /** Matches the lines of one product and month: by their names, then by the number of licenses. */
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
   * Sets the state of lines without a match. If many lines have none, the orders are incomplete, and the lines are not at fault.
   * If only orders are known, a few lines are enough for that: even small bills have licenses from before the first order.
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

/**
 * Returns how many licenses a line charges: a line without a name can charge several. Its quantity is their number, or the
 * number of months.
 */
function seatsOf({ line, names, monthCount }: ReadCharge): number {
  const whole = Math.ceil(numberOf(line.quantity ?? perWhole))
  return names.length > 0 || whole < 1 || whole === monthCount ? 1 : whole
}

const isUser = ({ userNames }: KnownLicense, { names }: ReadCharge): boolean =>
  userNames.some((userName) => names.some(({ text }) => text === nameOf(userName)?.text))

/** Whether a line has another product and another user than the license that it names. */
function isOther({ productId, names }: ReadCharge, license: KnownLicense): boolean {
  if (productId === license.productId || names.length === 0) return false
  const users = license.userNames.flatMap((name) => nameOf(name) ?? [])
  const index = nameIndex(users, (name) => [name])
  return users.length > 0 && nameLevels.every((level) => index.fits(names, level).length === 0)
}

const nameOf = remembered(personName)

/**
 * Yields the charges whose name fits only one person, whom no other name fits, with the licenses of that person. `isMeant`
 * selects the licenses that count for a charge.
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
