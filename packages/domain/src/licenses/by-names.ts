import { requestTypes } from './request-types.ts'

/** The names of a license, for lines that name no license id. */
export interface Names {
  productSku: string
  networkName: string
  userName: string
  /** Empty if it is not given. */
  coveredCompany: string
}

type License = Names & { licenseId: string }

/** A line of an order. In a change, `old…` contains the license's former values. */
export interface AskedLine extends Names {
  /** The id of the license that the line adds, if it adds one. */
  id: string
  type: number
  /** The license that the line names by an id: the id of the line that added the license. */
  given: string | null
  oldNetworkName: string
  oldUserName: string
}

export type Meant = { license: string } | 'adds' | 'none' | 'several'

const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

export const same = (one: string, other: string) => plain(one) === plain(other)

const keyOf = ({ productSku, networkName, userName }: Names) =>
  JSON.stringify([productSku, plain(networkName), plain(userName)])

/** Licenses that lines can refer to, in the order in which they were ordered. */
export class OpenLicenses<T extends License> {
  /** By their names, then by the covered company: licenses that look alike. */
  readonly #named = new Map<string, Map<string, T[]>>()
  readonly #places = new Map<string, number>()

  constructor(licenses: Iterable<T> = []) {
    for (const license of licenses) this.add(license)
  }

  /** Adds a license; a renamed license keeps its position. */
  add(license: T): void {
    const { licenseId } = license
    this.#places.set(licenseId, this.#places.get(licenseId) ?? this.#places.size)
    const key = keyOf(license)
    const named = this.#named.get(key) ?? new Map<string, T[]>()
    const covered = plain(license.coveredCompany)
    const alike = named.get(covered) ?? []
    this.#named.set(key, named.set(covered, alike))
    const before = alike.findLastIndex((one) => this.#placeOf(one) < this.#placeOf(license))
    alike.splice(before + 1, 0, license)
  }

  remove(license: T): void {
    const named = this.#named.get(keyOf(license))
    const covered = plain(license.coveredCompany)
    const alike = named?.get(covered) ?? []
    const place = alike.indexOf(license)
    if (place >= 0) alike.splice(place, 1)
    if (alike.length === 0) named?.delete(covered)
  }

  /** Returns the licenses with these names, in groups of licenses that look alike. */
  named(said: Names): Iterable<readonly T[]> {
    const named = this.#named.get(keyOf(said))
    const covered = plain(said.coveredCompany)
    if (covered === '') return named?.values() ?? []
    const alike = named?.get(covered)
    return alike ? [alike] : []
  }

  #placeOf({ licenseId }: T): number {
    return this.#places.get(licenseId) ?? 0
  }
}

/** Returns the license that a line means: among those that look alike, the first that was ordered. */
export function oneMeant<T extends License>(
  said: Names,
  open: OpenLicenses<T>,
): T | 'none' | 'several' {
  const [alike, other] = open.named(said)
  return other ? 'several' : (alike?.[0] ?? 'none')
}

/**
 * Returns what each line means, by the line's id. `lines` must be all lines of a company in order of submission, without
 * rejected and withdrawn ones.
 */
export function meantByNames(lines: readonly AskedLine[]): Map<string, Meant> {
  const open = new OpenLicenses<License>()
  const byId = new Map<string, License>()
  const put = ({ productSku, networkName, userName, coveredCompany }: Names, licenseId: string) => {
    const license = { licenseId, productSku, networkName, userName, coveredCompany }
    open.add(license)
    byId.set(licenseId, license)
  }
  const meantBy = (line: AskedLine): Meant => {
    const { id, type, given, networkName, userName } = line
    const said =
      type === requestTypes.change
        ? { ...line, networkName: line.oldNetworkName, userName: line.oldUserName }
        : line
    const one = given === null ? oneMeant(said, open) : (byId.get(given) ?? 'none')
    const isNew = type === requestTypes.change && given === null && one === 'none'
    if (type === requestTypes.add || isNew) {
      put(line, id)
      return 'adds'
    }
    if (typeof one === 'string') return one
    open.remove(one)
    byId.delete(one.licenseId)
    if (type === requestTypes.change) put({ ...one, networkName, userName }, one.licenseId)
    return { license: one.licenseId }
  }
  return new Map(lines.map((line) => [line.id, meantBy(line)]))
}
