import { addDays } from '@portal/domain/kernel/day'
import { Provider } from './provider.ts'
import {
  type Id,
  type Account,
  type Step,
  type Line,
  type OrderRecord,
  type BooksRecord,
  type Order,
} from './facts.ts'

type Items = OrderRecord['lines']

export class Books extends Provider {
  /** Fulfills an order, and may report it. */
  protected fulfil(): BooksRecord[] | undefined {
    const asks = this.allLines().filter((line) => {
      const truth = line.asks === null ? undefined : this.truthOf(line.asks)
      return (
        !line.adds &&
        truth?.isRecorded &&
        truth.account === line.order.account &&
        line.now !== 'Rejected' &&
        line.now !== 'Provisioned' &&
        this.hears(line.now)
      )
    })
    const line = this.one(asks)
    if (!line) return undefined
    const truth = this.truthOf(line.asks!)!
    this.done.add(line.id)
    const end = addDays(line.day, -1)
    if (line.type === 2) truth.until = end > truth.since ? end : truth.since
    else truth.words = { ...truth.words, network: line.words.network, user: line.words.user }
    const record = this.recordOf(truth)
    return this.random.chance(0.5)
      ? [record]
      : [record, ...this.statusOf(line.order, 'Provisioned')]
  }

  protected booksOrder(): BooksRecord[] | undefined {
    const { random } = this
    // The license that a late record names must not be deleted before.
    const isFree = ({ lines }: Order) =>
      this.habits.lateness === 0 ||
      lines.every(({ id }) => this.truths.every(({ key }) => key !== id))
    const known = random.chance(0.5)
      ? this.one(
          this.model.orders.filter(
            (order) => order.isOfBooks && this.accounts.includes(order.account) && isFree(order),
          ),
        )
      : undefined
    if (known && random.chance(0.2)) {
      for (const { id } of known.lines) this.forget(id)
      return [{ kind: 'order deletion', id: known.ids.at(-1)!, ...this.time() }]
    }
    if (known) {
      const lines = known.lines.map((line): Line => ({ ...line, step: null }))
      const turn = random.whole(0, 2)
      if (turn === 0 && lines.length > 1) this.forget(lines.shift()!.id)
      if (turn === 1) lines.push(this.line(known.account, 1))
      return this.orderRecord(
        known,
        turn === 2 ? random.pick(['Accepted', 'Provisioned', 'Rejected']) : known.step,
        lines,
      )
    }
    const account = random.pick(this.accounts)
    const lines = Array.from({ length: random.whole(1, 3) }, () =>
      this.line(account, random.pick([1, 1, 2, 2, 3])),
    )
    const named = lines.map(({ license }) => license)
    const distinct = lines.filter(
      ({ license }, place) => license === null || named.indexOf(license) === place,
    )
    const span = random.chance(0.5) ? 10_000 : this.model.now - this.start
    const created =
      this.model.now -
      Math.ceil(random.whole(1, span) / 1000) * 1000 +
      ((this.count += 1) % 1000) -
      1
    return this.orderRecord(
      { account, ids: [this.number('O')], submitted: created, number: 0, isOfBooks: true },
      'Submitted',
      distinct,
    )
  }

  protected forget(id: Id): void {
    const truth = this.truths.find(({ key }) => key === id)
    if (truth) truth.order = null
    this.done.add(id)
  }

  protected line(account: Account, type: Line['type']): Items[number] {
    const { random } = this
    const { held, lines } = this.views[account]!
    const license = this.one(held)
    const isNamed = random.chance(0.5)
    const blank = {
      key: this.number('K'),
      id: '',
      type,
      step: null,
      isWithdrawn: false,
      hasRun: false,
      day: addDays(this.today, random.whole(-2, 3)),
    }
    const words = isNamed || !license ? this.words() : license.words
    const old = { network: words.network, user: words.user }
    if (type === 1) {
      const truth = this.one(
        this.live().filter(
          (one) => one.account === account && one.key.includes('-T') && one.order === null,
        ),
      )
      const isSaid = truth && this.habits.itemsNameLicense
      return {
        ...blank,
        words: isSaid ? truth.words : this.words(),
        old,
        license: isSaid ? truth.ids.at(-1)! : null,
      }
    }
    const ids = [
      ...this.truths
        .filter((one) => one.account === account)
        .flatMap((one) => one.ids.slice(one.firstHere)),
      ...lines.filter(({ adds }) => adds).map(({ id }) => id),
    ]
    const next = type === 3 ? { ...words, user: random.pick(['ann', 'ben', 'zoe']) } : words
    return { ...blank, words: next, old, license: isNamed ? (this.one(ids) ?? null) : null }
  }

  protected status(): BooksRecord[] | undefined {
    const order = this.one(
      this.model.orders.filter(
        ({ account, isOfBooks, step }) =>
          !isOfBooks && this.accounts.includes(account) && step !== 'Rejected',
      ),
    )
    if (!order) return undefined
    const isDone = order.lines.every(({ id, type }) => type !== 1 || this.done.has(id))
    const isUntouched = order.lines.every(({ id }) => !this.done.has(id))
    return this.statusOf(
      order,
      this.random.pick<Step>([
        'Accepted',
        'Scheduled',
        ...(isDone ? ['Provisioned' as const] : []),
        ...(isUntouched ? ['Rejected' as const] : []),
      ]),
    )
  }

  protected statusOf(order: Order, step: Step): BooksRecord[] {
    const saysItems = order.isOfBooks || this.habits.itemsNameLicense || this.random.chance(0.3)
    const lines = order.lines.map((line) => {
      const truth = this.truths.find(
        ({ key, ids, account, home }) => key === line.id && !ids.includes(key) && account === home,
      )
      const became =
        this.habits.itemsNameLicense && !order.isOfBooks
          ? (truth?.ids.at(-1) ?? null)
          : line.license
      return {
        ...line,
        license: line.type === 1 ? became : line.license,
        step: this.done.has(line.id) && this.random.chance(0.5) ? ('Provisioned' as const) : null,
      }
    })
    return this.orderRecord(
      { ...order, ids: order.ids.length > 0 ? order.ids : [this.number('O')] },
      step,
      saysItems ? lines : [],
    )
  }

  /** The order has a new number. */
  protected renameOrder(): BooksRecord[] | undefined {
    const order = this.one(
      this.model.orders.filter(
        ({ account, ids, isOfBooks }) =>
          !isOfBooks && ids.length > 0 && this.accounts.includes(account),
      ),
    )
    if (!order || !this.habits.isDated) return undefined
    const id = this.number('O')
    for (const truth of this.truths)
      if (truth.order !== null && [...order.ids, `P-${order.number}`].includes(truth.order))
        truth.order = id
    return this.orderRecord({ ...order, ids: [id] }, order.step, [])
  }

  protected orderRecord(
    { account, ids, submitted, number, isOfBooks }: Omit<Order, 'step' | 'lines'>,
    step: Step,
    lines: Items,
  ): BooksRecord[] {
    return [
      {
        kind: 'order',
        id: ids.at(-1)!,
        account,
        number: isOfBooks ? null : number,
        created: submitted,
        step,
        lines,
        ...this.time(),
      },
    ]
  }
}
