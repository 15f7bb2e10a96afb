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
 * unless the records now say of each other's lines what these say. With another product it is another license.
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
  const before = ({ fulfills, orderId, productId }: RecordedLicense) => {
    const line = fulfills ? byAddedId.get(fulfills.addedId) : undefined
    const isStill = line && !line.isRejected && line.productId === productId
    return isStill && (orderId ?? line.orderId) === line.orderId ? line : undefined
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
  /** Lines that say the same: those without a record, and those of records that say what other lines say, by their key. */
  const groups = new Map<string, { free: AddedLine[]; held: Map<string, AddedLine[]> }>()
  // The first line last, so that it is taken from the end.
  for (const line of open.toReversed()) {
    const key = ofLine(line)
    if (key === null) continue
    const group = groups.get(key) ?? { free: [], held: new Map<string, AddedLine[]>() }
    groups.set(key, group)
    const holder = holders.get(line.addedId)
    const wanted = holder && ofRecord(holder)
    if (!holder) group.free.push(line)
    else if (wanted && wanted !== key) put(group.held, wanted, line)
  }
  const leadsNowhere = new Set<string>()
  const moved = new Map<RecordedLicense, AddedLine>()
  for (const record of records) {
    const key = found.has(record.licenseId) ? null : ofRecord(record)
    let taker: RecordedLicense | undefined = record
    for (const [from, to] of key === null ? [] : wayToFree(key)) {
      const group = groups.get(from)!
      const line: AddedLine = (to === undefined ? group.free : group.held.get(to)!).pop()!
      if (to !== undefined && group.held.get(to)!.length === 0) group.held.delete(to)
      if (taker) moved.set(taker, line)
      taker = holders.get(line.addedId)
    }
  }
  return moved

  /** Returns the shortest way from lines to lines whose records say the next ones; the last of them are free. */
  function wayToFree(start: string): [from: string, to: string | undefined][] {
    const before = new Map<string, string | undefined>([[start, undefined]])
    // Grows while it is read.
    for (const key of before.keys()) {
      const group = groups.get(key)
      if (leadsNowhere.has(key) || !group) continue
      if (group.free.length > 0) {
        const way: [string, string | undefined][] = [[key, undefined]]
        for (
          let to = key, from = before.get(to);
          from !== undefined;
          to = from, from = before.get(to)
        )
          way.push([from, to])
        return way.toReversed()
      }
      for (const next of group.held.keys()) if (!before.has(next)) before.set(next, key)
    }
    // What a search that failed has visited leads nowhere later either.
    for (const key of before.keys()) leadsNowhere.add(key)
    return []
  }
}

function linesBy(lines: readonly AddedLine[], { ofLine }: Pick<Rule, 'ofLine'>) {
  const alike = new Map<string | null, AddedLine[]>()
  for (const line of lines) put(alike, ofLine(line), line)
  return alike
}

function put<Key>(groups: Map<Key, AddedLine[]>, key: Key, line: AddedLine): void {
  const others = groups.get(key)
  if (others) others.push(line)
  else groups.set(key, [line])
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
