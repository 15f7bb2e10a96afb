import { addDays, type Day } from '@portal/domain/kernel/day'
import { same } from '@portal/domain/licenses/by-names'
import {
  type Id,
  type Account,
  ranks,
  type Step,
  type Now,
  type Words,
  type LicenseRecord,
  type Deletion,
  type Line,
  type OrderRecord,
  type BooksRecord,
  type Order,
} from './facts.ts'

interface Claim {
  account: Account
  id: Id
  is: Id
  at: number
}

export type Asked = Line & { order: Order; now: Now; asks: Id | null; adds: boolean }

export interface Held {
  id: Id
  order: number | null
  words: Words
  since: Day
  ends: Day | null
  asked: Asked | undefined
  askedFor: Day | null
}

const isLive = ({ now }: Asked) => now !== 'Rejected' && now !== 'Withdrawn'
export const isOpen = ({ now }: Asked) => isLive({ now } as Asked) && now !== 'Provisioned'
const dayOf = (at: number): Day => new Date(at).toISOString().slice(0, 10)
const last = <T>(all: readonly T[], at: (one: T) => number) =>
  all.reduce<T | undefined>((a, b) => (a === undefined || at(b) >= at(a) ? b : a), undefined)
const laterOf = (one: Day, other: Day) => (one > other ? one : other)

/** The expected view of the portal, computed from all arrived records: apart from `hasRun`, no derived value is stored. */
export class Model {
  now = 0
  readonly orders: Order[] = []
  readonly modes = new Map<Account, 'orders' | 'records'>()
  readonly facts: (LicenseRecord | Deletion)[] = []
  readonly #said: Claim[] = []
  readonly #times = new Map<Id, number>()

  take(records: readonly BooksRecord[]): void {
    for (const one of records) if (one.kind === 'company') this.modes.set(one.account, one.by)
    for (const one of records) if (one.kind === 'order') this.#takeOrder(one)
    for (const one of records) if (one.kind === 'license') this.#takeLicense(one)
    for (const one of records) if (one.kind === 'deletion') this.facts.push(one)
    for (const one of records)
      if (one.kind === 'order deletion')
        this.orders.splice(
          this.orders.findIndex(({ ids }) => ids.at(-1) === one.id),
          1,
        )
  }

  #takeLicense(one: LicenseRecord): void {
    const { account, id, at } = one
    if (!this.modes.has(account)) this.modes.set(account, 'records')
    this.facts.push(one)
    for (const other of one.others) this.#said.push({ account, id: other, is: id, at })
  }

  #takeOrder({ id, account, number, created, step, lines, isDated, at }: OrderRecord): void {
    let order = this.orders.find((one) => one.ids.includes(id) || one.number === number)
    if (order?.ids.slice(0, -1).includes(id) || (isDated && at < (this.#times.get(id) ?? 0))) return
    this.#times.set(id, at)
    if (!order) {
      order = { number: 0, account, ids: [], submitted: created, step, lines, isOfBooks: true }
      this.orders.push(order)
    }
    if (order.ids.at(-1) !== id) order.ids.push(id)
    order.step = stepAfter(order.step, step, isDated)
    const before = order.lines
    if (order.isOfBooks)
      order.lines = lines.map((line) => {
        const known = before.find(({ key }) => key === line.key)
        return {
          ...line,
          id: known?.id ?? '',
          hasRun: known?.hasRun ?? false,
          isWithdrawn: false,
          step: known?.step ?? null,
        }
      })
    for (const [place, said] of lines.entries()) {
      const line = order.lines[place]!
      if (said.step) line.step = stepAfter(line.step ?? 'Submitted', said.step, isDated)
      if (said.type === 1 && said.license !== null)
        this.#said.push({
          account,
          is: said.license,
          at,
          get id() {
            return line.id
          },
        })
    }
  }

  /** Called after each import, when the ids of its lines are known. */
  noteRuns(): void {
    for (const account of new Set(this.orders.map((one) => one.account))) {
      const { lines, rootOf, recordOf } = this.view(account)
      const known = this.facts.flatMap((one) =>
        one.kind === 'deletion'
          ? one.isDated
            ? [one.id]
            : []
          : one.isDated && one.account === account
            ? [one.id, ...one.others]
            : recordOf(one.id)
              ? [one.id]
              : [],
      )
      const ran = new Set(known.map(rootOf))
      for (const { id, adds, order } of lines)
        if (adds && ran.has(rootOf(id))) order.lines.find((one) => one.id === id)!.hasRun = true
    }
  }

  view(account: Account) {
    const today = dayOf(this.now)
    const said = this.#said.filter((one) => one.account === account)
    const asked = this.#lines(account)
    const meant = meantByNames(asked.filter(isLive), idsOf(said))
    const rootOf = idsOf([
      ...[...meant].flatMap(([id, is]) => (is === id ? [] : [{ account, id, is, at: 0 }])),
      ...said,
    ])
    const lines = asked.map((line) => {
      const is = line.license ?? meant.get(line.id) ?? null
      const adds = line.type === 1 || is === line.id
      return { ...line, adds, asks: line.type === 1 || is === null ? null : rootOf(is) }
    })
    const recordOf = (id: Id): LicenseRecord | undefined => {
      if (rootOf(id) !== id) return undefined
      const events = this.facts.filter(
        (one) => one.id === id || (one.kind === 'license' && one.others.includes(id)),
      )
      const newest = last(events, ({ at }) => at)
      return newest?.kind === 'license' && newest.id === id && newest.account === account
        ? newest
        : undefined
    }
    const own = this.facts
      .filter((one) => one.kind === 'license')
      .filter((one) => one.account === account)
    const records = [...new Set(own.map(({ id }) => id))].flatMap((id) => recordOf(id) ?? [])
    const asksOf = (root: Id) =>
      lines.filter((line) => !line.adds && line.asks === root && isLive(line))
    const itemsOf = (root: Id) => lines.filter(({ id, adds }) => adds && rootOf(id) === root)
    const itemOf = (root: Id) => itemsOf(root).findLast(isLive) ?? itemsOf(root).at(-1)
    const orderOf = ({ id, order }: LicenseRecord) =>
      (
        itemOf(id)?.order ??
        this.orders.find((one) => one.account === account && isNamed(one, order))
      )?.number ?? null
    // A deleted record without a time is dropped, unless it had a new number before.
    const isKept = (one: LicenseRecord) => {
      const since = this.facts.slice(this.facts.indexOf(one))
      const gone = since.findIndex(({ kind, id }) => kind === 'deletion' && id === one.id)
      return (
        one.isDated ||
        gone < 0 ||
        since
          .slice(0, gone)
          .some((other) => other.kind === 'license' && other.others.includes(one.id))
      )
    }
    const firstSince = (root: Id) =>
      own
        .filter((one) => rootOf(one.id) === root && isKept(one))
        .map(({ since }) => since)
        .sort()[0]!
    const runs = ({ hasEnded, until }: LicenseRecord) =>
      !hasEnded && (until === null || until >= today)
    const isOver = ({ type, day }: Asked, { id, since }: LicenseRecord) =>
      type === 2 && day > firstSince(id) && day <= since
    const newestAsk = (open: Asked[]) => open.findLast(({ type }) => type === 2) ?? open.at(-1)

    const byRecords = (): Held[] =>
      records.filter(runs).map((one) => {
        const { id, words, since, until } = one
        const asked = newestAsk(asksOf(id).filter((line) => isOpen(line) && !isOver(line, one)))
        const ends = until === null ? (asked?.type === 2 ? asked.day : null) : addDays(until, 1)
        return { id, order: orderOf(one), words, since, ends, asked, askedFor: asked?.day ?? null }
      })

    const byOrders = (): Held[] =>
      lines.flatMap((line) => {
        const id = rootOf(line.id)
        if (!line.adds || !isLive(line) || itemOf(id) !== line) return []
        const from = ({ day }: Asked) => laterOf(day, line.day)
        const asks = asksOf(id).filter(({ order }) => order.submitted >= line.order.submitted)
        const ends =
          asks
            .filter(({ type }) => type === 2)
            .map(from)
            .sort()[0] ?? null
        if (ends !== null && (ends <= today || ends === line.day)) return []
        const change = asks.findLast((ask) => ask.type === 3 && from(ask) <= today)
        const words = {
          ...line.words,
          ...(change && { network: change.words.network, user: change.words.user }),
        }
        const asked = newestAsk(asks.filter((ask) => isOpen(ask) && from(ask) > today))
        return [
          {
            id,
            order: line.order.number,
            words,
            since: line.day,
            ends,
            asked,
            askedFor: asked ? from(asked) : null,
          },
        ]
      })

    const isRecorded = this.modes.get(account) === 'records'
    const isRequested = (line: Asked) => line.adds && !line.hasRun && isOpen(line)
    const comparesItems =
      records.some(({ order }) => order !== null) || lines.some(({ hasRun }) => hasRun)
    const mayBe = ({ order, words }: Asked) =>
      records.some(
        (one) =>
          one.words.product === words.product &&
          itemOf(one.id) === undefined &&
          (one.order === null
            ? (['network', 'user', 'covered'] as const).every((name) =>
                same(one.words[name], words[name]),
              )
            : isNamed(order, one.order)),
      )
    const isGone = (line: Asked) => {
      if (line.adds || line.asks === null || !isOpen(line) || recordOf(line.asks)) return false
      const item = itemOf(line.asks)
      return !item || (isLive(item) && !isRequested(item))
    }
    const differences = () =>
      lines.flatMap((line) => {
        const what = (kind: string, id = '') => [`${kind} ${textOf(line)} ${id}`]
        const one = recordOf(line.adds ? rootOf(line.id) : (line.asks ?? ''))
        if (line.now === 'Withdrawn') {
          const isDone = line.adds
            ? one && runs(one)
            : line.type === 2 && one?.until && addDays(one.until, 1) === line.day
          return isDone ? what('notWithdrawn') : []
        }
        if (line.adds) {
          const isCancelled = asksOf(rootOf(line.id)).some(({ type }) => type === 2)
          const isMissing = !line.hasRun && !one && !isCancelled
          return line.now === 'Provisioned' && isMissing && comparesItems && !mayBe(line)
            ? what('notRunning')
            : []
        }
        if (isGone(line)) return what('noRecord')
        if (!one || !runs(one) || asksOf(one.id).at(-1) !== line) return []
        const isDue = line.now === 'Provisioned' || line.day < today
        if (line.type === 2)
          return isDue && one.until === null && !isOver(line, one)
            ? what('stillRunning', one.id)
            : []
        const isOther = (['network', 'user'] as const).some(
          (name) => line.words[name] && one.words[name] && !same(line.words[name], one.words[name]),
        )
        return line.now === 'Provisioned' && isOther ? what('notChanged', one.id) : []
      })

    return {
      lines,
      rootOf,
      recordOf,
      held: isRecorded ? byRecords() : byOrders(),
      requested: isRecorded ? lines.filter(isRequested).map(textOf) : [],
      differences: isRecorded ? differences() : [],
    }
  }

  #lines(account: Account): Asked[] {
    return this.orders
      .filter((order) => order.account === account)
      .toSorted((one, other) => one.submitted - other.submitted || one.number - other.number)
      .flatMap((order) =>
        order.lines.map((line) => ({
          ...line,
          order,
          now: nowOf(order, line),
          asks: null,
          adds: false,
        })),
      )
  }
}

export const textOf = ({
  order,
  words: { network, user },
  day,
}: Pick<Asked, 'order' | 'words' | 'day'>) => `#${order.number} ${network}/${user} ${day}`

const isNamed = ({ number, ids }: Order, id: Id | null) =>
  id !== null && (ids.includes(id) || id === `P-${number}`)

const nowOf = (order: Order, { step, isWithdrawn }: Line): Now =>
  isWithdrawn && step !== 'Provisioned' && step !== 'Rejected' ? 'Withdrawn' : (step ?? order.step)

/** A status without a time only moves forward. */
const stepAfter = (step: Step, said: Step, isDated: boolean) =>
  isDated || ranks[said] > ranks[step] ? said : step

/** Returns the present id of each id; of claims in a circle the oldest does not count. */
function idsOf(said: readonly Claim[]): (id: Id) => Id {
  const claims = new Map<Id, Claim>()
  for (const one of said) if (one.at >= (claims.get(one.id)?.at ?? 0)) claims.set(one.id, one)
  for (const start of claims.keys()) {
    const way: Claim[] = []
    for (let one = claims.get(start); one; one = claims.get(one.is)) {
      const from = way.indexOf(one)
      if (from >= 0) {
        claims.delete(way.slice(from).toSorted((a, b) => a.at - b.at)[0]!.id)
        break
      }
      way.push(one)
    }
  }
  return (id) => {
    let root = id
    for (let one = claims.get(root); one; one = claims.get(root)) root = one.is
    return root
  }
}

/** Returns the license of each line without an id, as the id of the line that added it; a change that adds is its own. */
function meantByNames(lines: readonly Asked[], rootOf: (id: Id) => Id): Map<Id, Id> {
  let open: { id: Id; words: Words }[] = []
  const found = new Map<Id, Id>()
  for (const { id, type, license, words, old } of lines) {
    const said = type === 3 ? { ...words, ...old } : words
    const fits = (one: { id: Id; words: Words }) =>
      license === null
        ? said.product === one.words.product &&
          same(said.network, one.words.network) &&
          same(said.user, one.words.user) &&
          (said.covered === '' || same(said.covered, one.words.covered))
        : rootOf(found.get(license) ?? license) === rootOf(one.id)
    const agree = type === 1 ? [] : open.filter(fits)
    const isOne = agree.every((one) => same(one.words.covered, agree[0]!.words.covered))
    const [one] = isOne ? agree : []
    if (type === 1 || (type === 3 && license === null && agree.length === 0))
      open.push({ id, words })
    if (type === 3 && license === null && agree.length === 0) found.set(id, id)
    if (!one) continue
    if (license === null) found.set(id, one.id)
    if (type === 2) open = open.filter((other) => other !== one)
    else one.words = { ...one.words, network: words.network, user: words.user }
  }
  return found
}
