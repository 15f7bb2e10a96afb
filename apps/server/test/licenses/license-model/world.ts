import { addDays, type Day } from '@portal/domain/kernel/day'
import { Books } from './books.ts'
import type { Truth } from './provider.ts'
import { type Id, type Account, type Words, type BooksRecord } from './facts.ts'
import { type Asked, isOpen } from './model.ts'

/** An item that a person of a company orders. */
export interface Wish {
  type: 1 | 2 | 3
  words: Words
  old: Words
  day: Day
  license: Id | null
}

export interface Round {
  records: BooksRecord[]
  isWrong: boolean
}

export interface Wanted {
  account: Account
  wishes: Wish[]
  mustFail: boolean
}

/** A provider, its orders and its customers: creates the next events of their history. */
export class World extends Books {
  readonly #late: { due: number; record: BooksRecord }[] = []
  readonly #sent: BooksRecord[] = []
  #round = 0

  next(): Round {
    const { random, accounts } = this
    this.#round += 1
    this.look()
    if (random.chance(0.07)) {
      const records = this.wrong()
      if (records) return { records, isWrong: true }
    }
    const things: (() => BooksRecord[] | undefined)[] = [
      ...Array.from({ length: 4 }, () => this.provision),
      this.phone,
      this.update,
      this.update,
      this.fulfil,
      this.fulfil,
      this.renumber,
      this.renumber,
      this.deleteOld,
      this.deleteByMistake,
      this.nightly,
      this.again,
      this.booksOrder,
      this.booksOrder,
      this.booksOrder,
      this.status,
      this.status,
      this.renameOrder,
      this.move,
      this.oldSystem,
      () =>
        random.chance(0.4)
          ? [
              {
                kind: 'company',
                account: random.pick(accounts),
                by: random.pick(['orders', 'records']),
              },
            ]
          : undefined,
    ]
    const made = random.pick(things).call(this) ?? []
    const due = this.#late.filter((one) => one.due <= this.#round)
    const records = new Map<string, BooksRecord>()
    for (const record of [...due.map((one) => one.record), ...made]) {
      const isLate =
        made.includes(record) &&
        'isDated' in record &&
        record.kind !== 'order' &&
        record.kind !== 'order deletion' &&
        random.chance(this.habits.lateness)
      const key = 'id' in record ? record.id : record.kind
      if (
        isLate ||
        records.has(key) ||
        [...records.values()].some((one) => claimsSame(one, record))
      )
        this.#late.push({ due: this.#round + random.whole(1, 6), record })
      else records.set(key, record)
    }
    for (const one of due) this.#late.splice(this.#late.indexOf(one), 1)
    this.#sent.push(...records.values())
    return { records: [...records.values()], isWrong: false }
  }

  // --- Customers ---

  order(): Wanted | undefined {
    const { random } = this
    if (random.chance(0.6)) return undefined
    this.look()
    const account = random.pick(this.accounts)
    const { held, rootOf, lines } = this.views[account]!
    const mustFail = random.chance(0.1)
    const free = held.filter(({ ends, asked }) => (ends === null && asked?.type !== 2) !== mustFail)
    const wishes: Wish[] = []
    for (let count = random.whole(1, 3); count > 0; count -= 1) {
      const day = addDays(this.today, random.whole(0, 3))
      const words = this.words()
      const license = random.chance(mustFail ? 1 : 0.5)
        ? this.one(
            free.filter(({ id }) =>
              wishes.every((one) => one.license === null || rootOf(one.license) !== id),
            ),
          )
        : undefined
      if (!license) {
        if (words.product === '10010' && !words.user.trim()) words.user = 'dan'
        if (!mustFail)
          wishes.push({
            type: 1,
            words: { ...words, user: words.user.trim(), covered: '' },
            old: words,
            day,
            license: null,
          })
        continue
      }
      const ids = [
        license.id,
        ...lines.filter(({ adds }) => adds).map(({ id }) => id),
        ...this.truths.flatMap((one) => one.ids),
      ].filter((id) => rootOf(id) === license.id)
      const old = { ...license.words, user: license.words.user.trim() }
      const next = { ...old, user: `u${(this.count += 1)}` }
      const type = random.chance(0.7) ? 2 : 3
      wishes.push({ type, words: type === 2 ? old : next, old, day, license: random.pick(ids) })
    }
    return wishes.length > 0 ? { account, wishes, mustFail } : undefined
  }

  /** An item to withdraw, or one that can no longer be withdrawn. */
  withdrawal(): { line: Asked; mustFail: boolean } | undefined {
    if (this.random.chance(0.8)) return undefined
    this.look()
    const line = this.one(this.allLines().filter((line) => !line.order.isOfBooks && isOpen(line)))
    if (!line) return undefined
    const { account } = line.order
    const record = line.asks === null ? undefined : this.views[account]!.recordOf(line.asks)
    const isBefore = line.day > this.today
    const mayGo = line.adds
      ? this.model.modes.get(account) === 'records'
        ? !line.hasRun
        : isBefore
      : isBefore && !(line.type === 2 && (record?.until || record?.hasEnded))
    return { line, mustFail: !mayGo }
  }

  /** Records that were sent before; dated ones from any time. */
  protected again(): BooksRecord[] | undefined {
    const licenses = this.#sent.filter(({ kind }) => kind === 'license' || kind === 'deletion')
    return this.habits.isDated
      ? Array.from({ length: Math.min(4, licenses.length) }, () => this.random.pick(licenses))
      : undefined
  }

  // --- Records that the portal must refuse ---

  protected wrong(): BooksRecord[] | undefined {
    const mine = this.one(this.live())
    const known = (one: Truth) => this.views[one.account]!.recordOf(one.ids.at(-1)!) !== undefined
    if (!mine || !known(mine) || this.#late.length > 0) return undefined
    const bare = (truth: Truth) =>
      ({ ...this.recordOf(truth), others: [] as Id[], former: null }) as BooksRecord & {
        kind: 'license'
      }
    const theirs = this.one(this.live().filter((one) => one.account !== mine.account && known(one)))
    const items = (isOwn: boolean) =>
      this.allLines().filter(
        ({ adds, order }) => adds && (order.account === mine.account) === isOwn,
      )
    const foreign = this.habits.saysItemAway
      ? undefined
      : this.one(
          items(false).filter(({ id }) =>
            this.truths.every(({ key, account }) => key !== id || account !== mine.account),
          ),
        )
    const own = this.one(items(true))
    const second =
      own && items(true).find(({ id, order }) => id !== own.id && order.number === own.order.number)
    const other = this.one(
      this.live().filter(
        (one) => one.account === mine.account && one.key !== mine.key && known(one),
      ),
    )
    return this.one<BooksRecord[]>([
      [{ ...bare(mine), id: 'P-999999999' }],
      [{ ...bare(mine), others: ['P-999999998'] }],
      ...(theirs &&
      theirs.ids.length > theirs.firstHere + 1 &&
      this.habits.saysFormer &&
      theirs.ids[theirs.firstHere] !== theirs.ids.at(-1)
        ? [[{ ...bare(theirs), id: theirs.ids[theirs.firstHere]!, account: mine.account }]]
        : []),
      ...(theirs
        ? [
            [{ ...bare(theirs), account: mine.account }],
            [{ ...bare(mine), others: [theirs.ids.at(-1)!] }],
          ]
        : []),
      ...(foreign ? [[{ ...bare(mine), others: [foreign.id] }]] : []),
      ...(own && second
        ? [[{ ...bare(mine), id: this.number('X'), others: [own.id, second.id] }]]
        : []),
      ...(own && other
        ? [
            [
              { ...bare(mine), others: ['X'] },
              { ...bare(other), others: ['X'] },
            ],
          ]
        : []),
    ])
  }
}

/** Two records of one file must not name the same other id. */
const claimsSame = (one: BooksRecord, other: BooksRecord) =>
  one.kind === 'license' &&
  other.kind === 'license' &&
  one.account === other.account &&
  one.others.some((id) => other.others.includes(id))
