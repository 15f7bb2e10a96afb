/** What orders and records say of a license. Missing values are empty; names are compared in lower case. */
export interface Described {
  /** The newest product that replaces it. */
  productId: string
  networkName: string
  userName: string
  coveredCompany: string
}

/** An item of a submitted order that adds a license. */
export interface AddedLine extends Described {
  /** The portal's id of the license. */
  addedId: string
  /** The provider's id of the license, if the books name it in the item. */
  licenseId: string | null
  orderId: number
  isRejected: boolean
}

/** A license that the provider's record describes. */
export interface RecordedLicense extends Described {
  licenseId: string
  /** The order that the record names, if the portal has it. */
  orderId: number | null
  /** What was found before. */
  fulfills: Fulfillment | null
}

export interface Fulfillment {
  /** The portal's id of the license. */
  addedId: string
  /** Among items of its order that the record does not tell apart: it gives way to a better match. */
  isGuess: boolean
}

/**
 * Finds which ordered license each record describes: at most one, and none that another record describes. An id decides.
 * Otherwise the record names the order, and has the product; of several items the one that agrees best with it. What
 * agreed in everything stays, though the license changes its user or network later: it is still the one that was ordered.
 * `lines` are in the order of submission. Returns the matches by the id of the record.
 */
export function findFulfillments(
  records: readonly RecordedLicense[],
  lines: readonly AddedLine[],
): Map<string, Fulfillment> {
  const found = new Map<string, Fulfillment>()
  const byAddedId = new Map(lines.map((line) => [line.addedId, line]))
  // The last one if several have it: added again after it ended. A rejected one only if no other has it.
  const rejectedFirst = lines.toSorted((a, b) => Number(b.isRejected) - Number(a.isRejected))
  const byLicenseId = new Map(rejectedFirst.map((line) => [line.licenseId, line]))
  const taken = new Set<AddedLine>()
  let free = records
  /** Gives records their lines, where `lineOf` finds one that is not taken. */
  const match = (lineOf: (record: RecordedLicense) => AddedLine | undefined, isGuess = false) => {
    free = free.filter((record) => {
      const line = lineOf(record)
      if (!line || taken.has(line)) return true
      taken.add(line)
      found.set(record.licenseId, { addedId: line.addedId, isGuess })
      return false
    })
  }
  const before = ({ fulfills, orderId }: RecordedLicense) => {
    const line = fulfills ? byAddedId.get(fulfills.addedId) : undefined
    return line && !line.isRejected && (orderId ?? line.orderId) === line.orderId ? line : undefined
  }

  match(({ licenseId }) => byAddedId.get(licenseId))
  match(({ licenseId }) => byLicenseId.get(licenseId))
  match((record) => (record.fulfills?.isGuess === false ? before(record) : undefined))
  const known = new Set(records.map(({ licenseId }) => licenseId))
  const open = lines.filter(
    (line) => !line.isRejected && !(line.licenseId !== null && known.has(line.licenseId)),
  )
  for (const [nth, rule] of rules.entries()) {
    if (free.length === 0) break
    // The first line last, so that it is taken from the end.
    const alike = new Map<string, AddedLine[]>()
    for (const line of open.toReversed()) {
      const key = rule.ofLine(line)
      if (key === null || taken.has(line)) continue
      const others = alike.get(key)
      if (others) others.push(line)
      else alike.set(key, [line])
    }
    match((record) => {
      const line = before(record)
      const key = line ? rule.ofLine(line) : null
      return key !== null && key === rule.ofRecord(record) ? line : undefined
    }, nth > 0)
    match((record) => {
      const left = alike.get(rule.ofRecord(record) ?? '') ?? []
      while (left.length > 0 && taken.has(left.at(-1)!)) left.pop()
      return left.at(-1)
    }, nth > 0)
  }
  match(before, true)
  return found
}

interface Rule {
  /** Lines and records with the same key agree; those without a key are passed over. */
  ofLine: (line: AddedLine) => string | null
  ofRecord: (record: RecordedLicense) => string | null
}

type Name = 'networkName' | 'coveredCompany' | 'userName'

/** The best agreement first. One person's license is never another's, but either side may not say whose it is. */
const rules: readonly Rule[] = (
  [['networkName', 'coveredCompany'], ['networkName'], ['coveredCompany'], []] as Name[][]
).flatMap((places) => [
  ruleOf([...places, 'userName']),
  ruleOf(places, { ofRecord: ({ userName }) => userName === '' }),
  ruleOf(places, { ofLine: ({ userName }) => userName === '' }),
])

interface Only {
  ofLine?: (line: AddedLine) => boolean
  ofRecord?: (record: RecordedLicense) => boolean
}

function ruleOf(names: readonly Name[], only: Only = {}): Rule {
  const keyOf = (one: Described, orderId: number | null) =>
    JSON.stringify([orderId, one.productId, ...names.map((name) => one[name].toLowerCase())])
  return {
    ofLine: (line) => (only.ofLine?.(line) === false ? null : keyOf(line, line.orderId)),
    ofRecord: (record) =>
      record.orderId === null || only.ofRecord?.(record) === false
        ? null
        : keyOf(record, record.orderId),
  }
}
