import type { Day } from '@portal/domain/kernel/day'
import { requestTypes } from '@portal/domain/licenses/request-types'

export interface LicenseState {
  /** Valid until the next state starts. */
  startsOn: Day
  networkName: string
  userName: string
  ipAddress: string
}

export interface License {
  licenseId: string
  productSku: string
  coveredCompany: string
  /** The order that added it. */
  orderId: number
  /** The first day without the license. */
  endsOn: Day | null
  /** Oldest first; never empty. */
  states: [LicenseState, ...LicenseState[]]
}

/** A line of a submitted order; missing values are empty. */
export interface OrderedLine {
  /** The id of the license that it adds. */
  addedId: string
  orderId: number
  type: number
  productSku: string
  networkName: string
  userName: string
  ipAddress: string
  oldNetworkName: string
  oldUserName: string
  oldIPAddress: string
  coveredCompany: string
  /** The license that it changes or cancels; null: matched by names. */
  licenseId: string | null
  day: Day
}

/** The names by which imported lines refer to a license. */
type Names = Pick<OrderedLine, 'productSku' | 'networkName' | 'userName'>

/**
 * The licenses that a company holds after the lines of its orders, in the order of submission. A
 * line without a license id means the license ordered first among those that match its names.
 * Without a match a cancellation has no effect, and a change adds a license.
 */
export class LicenseRegister {
  readonly #byId = new Map<string, License>()
  /** Licenses that are not canceled, by their latest names, in the order they were added. */
  readonly #open = new Map<string, License[]>()
  readonly #age = new Map<License, number>()

  constructor(held: readonly License[] = []) {
    for (const license of held) this.#add(license)
  }

  get licenses(): License[] {
    return [...this.#byId.values()]
  }

  apply(line: OrderedLine): void {
    if (line.type === requestTypes.add) return this.#add(licenseOf(line))
    const license = line.licenseId === null ? this.#firstNamed(line) : this.#chosen(line)
    if (license) {
      this.#takeOut(license)
      if (line.type === requestTypes.cancel) {
        license.endsOn = later(line.day, license.states[0].startsOn)
        return
      }
      change(license, line)
      this.#putIn(license)
    } else if (line.type === requestTypes.change && line.licenseId === null) {
      this.#add(licenseOf(line))
    }
  }

  #add(license: License): void {
    this.#byId.set(license.licenseId, license)
    this.#age.set(license, this.#age.size)
    if (license.endsOn === null) this.#putIn(license)
  }

  #chosen({ licenseId, productSku }: OrderedLine): License | undefined {
    const license = this.#byId.get(licenseId ?? '')
    return license?.endsOn === null && license.productSku === productSku ? license : undefined
  }

  #firstNamed(line: OrderedLine): License | undefined {
    const isChange = line.type === requestTypes.change
    const names = isChange
      ? { ...line, networkName: line.oldNetworkName, userName: line.oldUserName }
      : line
    const { coveredCompany } = line
    return this.#open
      .get(keyOf(names))
      ?.find((license) => !coveredCompany || license.coveredCompany === coveredCompany)
  }

  #putIn(license: License): void {
    const key = keyOf({ ...license, ...latest(license) })
    const open = this.#open.get(key)
    if (open) open.splice(this.#placeIn(open, license), 0, license)
    else this.#open.set(key, [license])
  }

  #takeOut(license: License): void {
    const open = this.#open.get(keyOf({ ...license, ...latest(license) })) ?? []
    open.splice(this.#placeIn(open, license), 1)
  }

  /** By binary search: a company may have thousands under one name. */
  #placeIn(open: readonly License[], license: License): number {
    const age = (one: License | undefined) => (one && this.#age.get(one)) ?? 0
    let [from, to] = [0, open.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (age(open[middle]) < age(license)) from = middle + 1
      else to = middle
    }
    return from
  }
}

export const latest = ({ states }: License): LicenseState => states.at(-1) ?? states[0]

function licenseOf(line: OrderedLine): License {
  const { addedId, orderId, productSku, coveredCompany, networkName, userName, ipAddress } = line
  return {
    licenseId: addedId,
    productSku,
    coveredCompany,
    orderId,
    endsOn: null,
    states: [{ startsOn: line.day, networkName, userName, ipAddress }],
  }
}

/** Replaces earlier changes that would take effect on or after the day of this one. */
function change(license: License, line: OrderedLine): void {
  const [first] = license.states
  const startsOn = later(line.day, first.startsOn)
  const before = license.states.filter((state) => state.startsOn < startsOn)
  const { ipAddress } = before.at(-1) ?? first
  const next = {
    startsOn,
    networkName: line.networkName,
    userName: line.userName,
    // A line without a new address keeps the address.
    ipAddress: line.ipAddress === line.oldIPAddress ? ipAddress : line.ipAddress,
  }
  const [start, ...rest] = [...before, next]
  license.states = [start ?? next, ...rest]
}

const keyOf = ({ productSku, networkName, userName }: Names) =>
  JSON.stringify([productSku, networkName.toLowerCase(), userName.toLowerCase()])

const later = (one: Day, other: Day): Day => (one > other ? one : other)
