import { addDays, type Day } from '@portal/domain/kernel/day'
import type { Random } from '../../../../../tools/demo/random.ts'
import { type Id, type Account, type Words, type BooksRecord } from './facts.ts'
import { type Model, type Asked } from './model.ts'

/** A license that the provider runs. */
type View = ReturnType<Model['view']>

export interface Truth {
  /** The ordered item of the license, or a separate name. */
  key: Id
  account: Account
  /** The company that ordered the license. */
  home: Account
  former: Account | null
  words: Words
  since: Day
  until: Day | null
  hasEnded: boolean
  /** The present number last; from `firstHere` on the numbers in this company. */
  ids: Id[]
  firstHere: number
  order: Id | null
  isRecorded: boolean
  /** A former number with a record that goes later, or never. */
  oldRecord: Id | null
}

/** Runs the licenses of two companies, and reports them in records. */
export class Provider {
  readonly truths: Truth[] = []
  /** The properties of the provider's system, constant in a history. */
  readonly habits
  protected readonly done = new Set<Id>()
  protected count = 0
  protected views!: Record<Account, View>

  constructor(
    readonly random: Random,
    readonly model: Model,
    readonly accounts: readonly [Account, Account],
    readonly start: number,
  ) {
    const isDated = random.chance(0.7)
    this.habits = {
      isDated,
      lateness: isDated ? random.pick([0, 0.2, 0.6, 1]) : 0,
      usesPortalIds: random.chance(0.3),
      saysItem: random.chance(0.6),
      saysItemAway: random.chance(0.3),
      saysFormer: random.chance(0.75),
      namesOrder: random.chance(0.6),
      itemsNameLicense: random.chance(0.4),
      saysNetwork: random.chance(0.8),
    }
  }

  protected look(): void {
    this.views = Object.fromEntries(
      this.accounts.map((account) => [account, this.model.view(account)]),
    )
  }
  protected get today(): Day {
    return new Date(this.model.now).toISOString().slice(0, 10)
  }
  protected one = <T>(all: readonly T[]): T | undefined =>
    all.length > 0 ? this.random.pick(all) : undefined
  protected number = (letter: string): Id => `${this.accounts[0]}-${letter}${(this.count += 1)}`
  /** When the books wrote a record: shortly before the import. */
  protected time = () => ({
    isDated: this.habits.isDated,
    at: this.habits.isDated ? this.model.now - 500_000 + (this.count += 1) * 100 : this.model.now,
  })
  protected words = (): Words => ({
    product: this.random.pick(['10010', '30010']),
    network: this.random.pick(['ICE', 'Eurex']),
    user: this.random.chance(0.2) ? '' : this.random.pick(['ann', 'ben', 'Ann ', 'cleo']),
    covered: this.random.chance(0.1) ? 'Fund' : '',
  })
  /** The provider does not always learn of a withdrawal. */
  protected hears = (now: Asked['now']) => now !== 'Withdrawn' || this.random.chance(0.2)
  protected live = () => this.truths.filter(({ isRecorded }) => isRecorded)
  protected truthOf = (id: Id) => this.truths.find(({ key, ids }) => key === id || ids.includes(id))
  protected allLines = () => this.accounts.flatMap((account) => this.views[account]!.lines)

  protected recordOf(truth: Truth, id = truth.ids.at(-1)!): BooksRecord {
    const { account, words, since, until, hasEnded, ids, firstHere, key, home, former, order } =
      truth
    const { saysFormer, saysItem, saysItemAway, saysNetwork, namesOrder } = this.habits
    const isSaid =
      saysItem &&
      key.startsWith('P-') &&
      !ids.includes(key) &&
      (account === home || (saysItemAway && former === home))
    const others = [...(isSaid ? [key] : []), ...(saysFormer ? ids.slice(firstHere, -1) : [])]
    return {
      kind: 'license',
      id,
      account,
      words: { ...words, network: saysNetwork ? words.network : '', user: words.user.trim() },
      since,
      until,
      hasEnded,
      order: namesOrder ? order : null,
      others: id === ids.at(-1) ? [...new Set(others)].filter((one) => one !== id) : [],
      former,
      ...this.time(),
    }
  }

  protected found(
    more: Pick<Truth, 'key' | 'account' | 'words' | 'since' | 'order'>,
    id: Id,
  ): BooksRecord {
    const truth = {
      home: more.account,
      former: null,
      until: null,
      hasEnded: false,
      ids: [id],
      firstHere: 0,
      isRecorded: true,
      oldRecord: null,
      ...more,
    }
    this.truths.push(truth)
    return this.recordOf(truth)
  }

  /** Not a change that adds a license: an older order makes it another license, and the record may be late. */
  protected provision(): BooksRecord[] {
    const open = this.allLines().filter(
      ({ id, type, now, license }) =>
        type === 1 &&
        now !== 'Rejected' &&
        now !== 'Provisioned' &&
        (license ?? id) === id &&
        !this.done.has(id) &&
        this.hears(now),
    )
    return open.slice(0, this.random.whole(1, 3)).map(({ id, order, words, day }) => {
      this.done.add(id)
      const user = this.random.chance(0.85) ? words.user : 'cleo'
      const named = order.ids.at(-1) ?? `P-${order.number}`
      return this.found(
        { key: id, account: order.account, words: { ...words, user }, since: day, order: named },
        this.habits.usesPortalIds ? id : this.number('R'),
      )
    })
  }

  /** The license was not ordered in the portal. */
  protected phone(): BooksRecord[] {
    const since = addDays(this.today, -this.random.whole(0, 10))
    return [
      this.found(
        {
          key: this.number('T'),
          account: this.random.pick(this.accounts),
          words: this.words(),
          since,
          order: null,
        },
        this.number('R'),
      ),
    ]
  }

  protected update(): BooksRecord[] | undefined {
    const truth = this.one(this.live())
    if (!truth) return undefined
    const { words, since } = truth
    const { random } = this
    Object.assign(
      truth,
      random.pick<Partial<Truth>>([
        { words: { ...words, user: random.pick(['ann', 'ben']) } },
        { words: { ...words, network: random.pick(['ICE', 'Eurex']) } },
        { until: addDays(since, random.whole(0, 20)) },
        { hasEnded: true },
        // The license runs again.
        { hasEnded: false, until: null, since: addDays(since, random.whole(1, 12)) },
      ]),
    )
    return [this.recordOf(truth)]
  }

  /** A new system: new numbers for some or all licenses, or the former number again. */
  protected renumber(): BooksRecord[] {
    const { random } = this
    const share = random.pick([0.3, 1])
    const deletes = random.pick(['together', 'later', 'never'])
    return this.live().flatMap((truth) => {
      if (truth.oldRecord !== null || !random.chance(share)) return []
      const { ids, firstHere } = truth
      const old = ids.at(-1)!
      const isBack = this.habits.saysFormer && ids.length - 2 >= firstHere && random.chance(0.3)
      ids.push(isBack ? ids.at(-2)! : this.number('N'))
      if (deletes === 'later' || !this.habits.saysFormer) truth.oldRecord = old
      const deletion = { kind: 'deletion' as const, id: old, ...this.time() }
      return [...(deletes === 'together' ? [deletion] : []), this.recordOf(truth)]
    })
  }

  protected deleteOld(): BooksRecord[] {
    return this.truths.flatMap((truth) => {
      const id = truth.oldRecord
      truth.oldRecord = null
      return id === null ? [] : [{ kind: 'deletion' as const, id, ...this.time() }]
    })
  }

  protected deleteByMistake(): BooksRecord[] | undefined {
    const truth = this.one(this.live())
    if (!truth) return undefined
    truth.isRecorded = false
    return [{ kind: 'deletion', id: truth.ids.at(-1)!, ...this.time() }]
  }

  /** Sends all licenses, including those deleted by mistake. */
  protected nightly(): BooksRecord[] {
    for (const truth of this.truths) truth.isRecorded = true
    return this.truths.map((truth) => this.recordOf(truth))
  }

  /** The former system still sends the former number, later than the present one. */
  protected oldSystem(): BooksRecord[] | undefined {
    const truth = this.one(this.live().filter(({ oldRecord }) => oldRecord !== null))
    return truth && this.habits.saysFormer ? [this.recordOf(truth, truth.oldRecord!)] : undefined
  }

  /** Moves one license or all of a company, with new numbers or without. The orders stay. */
  protected move(): BooksRecord[] | undefined {
    const { random, accounts } = this
    if (!this.habits.isDated) return undefined
    const from = random.pick(accounts)
    const to = accounts.find((account) => account !== from)!
    const all = this.live().filter(
      ({ account, oldRecord }) => account === from && oldRecord === null,
    )
    const isRenumbered = this.habits.saysFormer && random.chance(0.4)
    return (random.chance(0.3) ? all : all.slice(0, 1)).map((truth) => {
      if (isRenumbered) truth.ids.push(this.number('M'))
      Object.assign(truth, {
        account: to,
        former: from,
        order: null,
        firstHere: truth.ids.length - (isRenumbered ? 2 : 1),
      })
      return this.recordOf(truth)
    })
  }
}
