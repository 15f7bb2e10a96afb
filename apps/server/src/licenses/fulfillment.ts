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
 * agreed in everything stays, though the license changes its user or network later: it is still the one that was ordered,
 * unless the records now say of each other's lines what these say.
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
  const byId = new Set(taken)
  match((record) => (record.fulfills?.isGuess === false ? before(record) : undefined))
  const known = new Set(records.map(({ licenseId }) => licenseId))
  const open = lines.filter(
    (line) =>
      !line.isRejected &&
      !byId.has(line) &&
      !(line.licenseId !== null && known.has(line.licenseId)),
  )
  for (const [nth, rule] of rules.entries()) {
    if (free.length === 0) break
    // The first line last, so that it is taken from the end.
    const alike = linesBy(
      open.toReversed().filter((line) => !taken.has(line)),
      rule,
    )
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
    if (nth > 0) continue
    for (const [record, line] of exchanges(rule, records, open, found)) {
      found.set(record.licenseId, { addedId: line.addedId, isGuess: false })
      taken.add(line)
    }
    free = free.filter(({ licenseId }) => !found.has(licenseId))
  }
  match(before, true)
  return found
}

/**
 * Returns the records that take over the line of another, and those whose line is taken over, each with the line of which it
 * says everything now. There is one more of them than lines that change hands: the last one takes a free line.
 */
function exchanges(
  { ofLine, ofRecord }: Rule,
  records: readonly RecordedLicense[],
  open: readonly AddedLine[],
  found: ReadonlyMap<string, Fulfillment>,
): Map<RecordedLicense, AddedLine> {
  const holders = new Map(
    records.flatMap((record) => {
      const match = found.get(record.licenseId)
      return match ? [[match.addedId, record] as const] : []
    }),
  )
  const linesOf = linesBy(open, { ofLine })
  const moved = new Map<RecordedLicense, AddedLine>()
  let visited = new Set<string>()
  /** Gives a record a line that says the same, whose holder gets another one if need be. */
  const give = (record: RecordedLicense): boolean => {
    const key = ofRecord(record)
    if (key === null || visited.has(key)) return false
    visited.add(key)
    const own = linesOf.get(key) ?? []
    const line =
      own.find(({ addedId }) => !holders.has(addedId)) ??
      own.find(({ addedId }) => give(holders.get(addedId)!))
    if (!line) return false
    holders.set(line.addedId, record)
    moved.set(record, line)
    return true
  }
  // What a search that failed has visited leads nowhere later either.
  for (const record of records)
    if (!found.has(record.licenseId) && give(record)) visited = new Set()
  return moved
}

function linesBy(lines: readonly AddedLine[], { ofLine }: Pick<Rule, 'ofLine'>) {
  const alike = new Map<string | null, AddedLine[]>()
  for (const line of lines) {
    const key = ofLine(line)
    const others = alike.get(key)
    if (others) others.push(line)
    else alike.set(key, [line])
  }
  return alike
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
