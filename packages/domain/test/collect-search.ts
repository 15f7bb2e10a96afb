/** A record of an invoice whose payment was refunded. */
export interface CollectRecord {
  balance: number
  /** The instant of the decision to collect the money again. */
  collectAt: number | null
  sentAt: number
}

/** Returns whether AutoPay still leaves the invoice out for a refund, by the newest record. */
export type LeavesOut = (refundedAt: number, record: CollectRecord) => boolean

interface Refund {
  at: number
  /** Whether the provider company wants the money again, and whether its clerk has recorded that since. */
  isWanted: boolean
  isAsked: boolean
  isKnown: boolean
}

interface State {
  now: number
  isPaid: boolean
  refunds: Refund[]
  /** The value in the books now. */
  collectAt: number | null
  record: CollectRecord
}

type Step = [name: string, happens: (state: State) => void]

export interface CollectFound {
  states: number
  harms: Map<string, string[]>
}

/** Tries every sequence of refunds, decisions, records and AutoPay runs up to a depth, for one invoice of 100. */
export function searchCollect(leavesOut: LeavesOut, depth: number): CollectFound {
  const record = { balance: 0, collectAt: null, sentAt: 0 }
  const start = { now: 0, isPaid: true, refunds: [], collectAt: null, record }
  const seen = new Set<string>()
  const harms = new Map<string, string[]>()
  const harm = (kind: string, trail: string[]) => {
    if (!harms.has(kind)) harms.set(kind, trail)
  }
  let layer: [State, string[]][] = [[start, []]]
  for (let step = 0; step < depth; step += 1) {
    const next: typeof layer = []
    for (const [state, trail] of layer)
      for (const [name, happens] of steps(state, leavesOut)) {
        const after = structuredClone(state)
        after.now += 1
        happens(after)
        const key = keyOf(after)
        if (seen.has(key)) continue
        seen.add(key)
        const path = [...trail, name]
        const last = state.refunds.at(-1)
        const isCharge = after.isPaid && !state.isPaid
        if (isCharge && !(last?.isWanted && last.isAsked)) harm('charged without a demand', path)
        else if (isStuck(after, leavesOut)) harm('asked for and never taken', path)
        else next.push([after, path])
      }
    layer = next
  }
  return { states: seen.size, harms }
}

function* steps(state: State, leavesOut: LeavesOut): Generator<Step> {
  const { isPaid, refunds, collectAt } = state
  const last = refunds.at(-1)
  if (isPaid && refunds.length < 3)
    for (const isWanted of [false, true])
      yield [
        `a refund that is ${isWanted ? 'wanted again' : 'a goodwill'}`,
        (after) => {
          after.isPaid = false
          after.refunds.push({ at: after.now, isWanted, isAsked: false, isKnown: false })
        },
      ]
  if (refunds.some(({ isKnown }) => !isKnown))
    yield [
      'the portal learns of it',
      (after) => after.refunds.forEach((one) => (one.isKnown = true)),
    ]
  if (last?.isWanted && !last.isAsked)
    yield [
      'a clerk sets collect',
      (after) => {
        after.refunds.at(-1)!.isAsked = true
        after.collectAt = after.now
      },
    ]
  if (collectAt !== null) yield ['a clerk clears collect', (after) => void (after.collectAt = null)]
  yield ['a record is sent', (after) => void (after.record = recordOf(after))]
  if (isPayable(state, leavesOut)) yield ['AutoPay charges', (after) => void (after.isPaid = true)]
}

function recordOf({ isPaid, collectAt, now }: State): CollectRecord {
  return { balance: isPaid ? 0 : 100, collectAt, sentAt: now }
}

function isPayable({ record, refunds, isPaid }: State, leavesOut: LeavesOut): boolean {
  const knowsAll = refunds.every(({ isKnown }) => isKnown)
  const isLeftOut = refunds.some(({ at }) => leavesOut(at, record))
  return !isPaid && record.balance > 0 && knowsAll && !isLeftOut
}

/** Everything is known and sent, the clerk has set `collect`, and AutoPay charges nothing. */
function isStuck(state: State, leavesOut: LeavesOut): boolean {
  const last = state.refunds.at(-1)
  const { record, collectAt, isPaid } = state
  if (!last?.isWanted || !last.isAsked || collectAt === null || isPaid) return false
  if (record.collectAt !== collectAt || record.balance === 0) return false
  return state.refunds.every(({ isKnown }) => isKnown) && !isPayable(state, leavesOut)
}

/** Only the order of instants matters. */
function keyOf({ isPaid, refunds, collectAt, record }: State): string {
  const instants = [
    ...refunds.map(({ at }) => at),
    ...[collectAt, record.collectAt].map((instant) => instant ?? 0),
    record.sentAt,
  ].toSorted((one, other) => one - other)
  const ranks = [...new Set(instants)]
  return JSON.stringify({ isPaid, refunds, collectAt, record }, (key, value: unknown) =>
    /(^at|At)$/.test(key) && typeof value === 'number' ? ranks.indexOf(value) : value,
  )
}
