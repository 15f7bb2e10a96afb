import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import type { TestPortal } from '../../server/test/portal.ts'
import {
  cleared,
  dataOf,
  edited,
  emptyOrder,
  isUnsaved,
  withItem,
  withItems,
  type LocalOrder,
} from '../src/licenses/local-order.ts'
import { obstacleOf } from '../src/licenses/order-sync.ts'
import { Network, newProfile, openTab, type Profile, type Tab } from './order-tabs.ts'

export const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const actions = {
  add: 8,
  remove: 2,
  sync: 6,
  save: 3,
  submit: 3,
  open: 4,
  openInstead: 2,
  delete: 1,
  clear: 1,
  mine: 3,
  theirs: 2,
  reload: 2,
  offline: 1,
  online: 2,
  leave: 1,
  carry: 12,
  rest: 10,
  lose: 1,
} as const
type Action = keyof typeof actions
export const step = fc.record({
  action: fc.oneof(
    ...Object.entries(actions).map(([action, weight]) => ({
      arbitrary: fc.constant(action as Action),
      weight,
    })),
  ),
  tab: fc.nat(5),
  nth: fc.nat(40),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What is known of an item: whether a person discarded it, and whether one chose to order it again. */
interface Fate {
  mayGo: boolean
  mayRepeat: boolean
}

export class Walk {
  network = new Network()
  profiles: Profile[] = []
  fates = new Map<string, Fate>()
  count = 0

  constructor(
    readonly portal: TestPortal,
    readonly accountId: string,
  ) {}

  get tabs(): Tab[] {
    return this.profiles.flatMap(({ tabs }) => tabs)
  }

  namesOf = ({ data }: Pick<LocalOrder, 'data'>) => data.lineItems.map(({ userName }) => userName!)

  mark(names: readonly string[], fate: Partial<Fate>) {
    for (const name of names) Object.assign(this.fates.get(name)!, fate)
  }

  async orders(): Promise<LicenseOrderDetails[]> {
    const { rows } = await this.portal.system.query<{ id: number }>(
      sql`select id from license_order where account_id = ${this.accountId} order by id`,
    )
    const { person } = this.profiles[0]!
    const read = rows.map(async ({ id }) =>
      (await person.get(`/api/license/${id}`)).json<LicenseOrderDetails>(),
    )
    return Promise.all(read)
  }

  private add(tab: Tab, nth: number) {
    this.count += 1
    const userName = `user${this.count}-${nth}`
    this.fates.set(userName, { mayGo: false, mayRepeat: false })
    const item = addedItem('10010', {
      networkId: 'EUREX',
      networkName: 'Eurex',
      userName,
      dateRequired: soon,
    })
    tab.change((now) => edited(withItems(now, [item])))
  }

  private remove(tab: Tab, nth: number) {
    const order = tab.read()
    const names = this.namesOf(order)
    if (names.length === 0) return
    this.mark([names[nth % names.length]!], { mayGo: true })
    const place = nth % names.length
    const seen = { place, item: order.data.lineItems[place]! }
    tab.change((now) => edited(withItem(now, seen, null)))
  }

  private async save(tab: Tab, isDraft: boolean) {
    if (tab.read().data.lineItems.length > 0) await tab.keeper.save(isDraft ? 'draft' : [])
  }

  private async choose(tab: Tab, isMine: boolean) {
    const order = tab.read()
    const kept = tab.keeper.kept()
    const obstacle = obstacleOf(order, kept)
    if (!kept || !obstacle) return
    const draftId = 'draft' in obstacle ? obstacle.draft?.id : undefined
    const theirs = (await this.orders()).find(({ id }) => id === draftId)
    if (isMine) {
      if (obstacle.kind === 'other window') this.mark(this.namesOf(obstacle.order), { mayGo: true })
      else if (theirs?.isDraft) this.mark(this.namesOf({ data: dataOf(theirs) }), { mayGo: true })
      if (!theirs?.isDraft) this.mark(this.namesOf(order), { mayRepeat: true })
      await tab.keeper.keepMine({ order, kept })
    } else {
      this.mark(this.namesOf(order), { mayGo: true })
      await tab.keeper.takeTheirs({ order, kept })
    }
  }

  private async open(tab: Tab, nth: number, isInstead: boolean) {
    const drafts = (await this.orders()).filter(({ isDraft }) => isDraft)
    if (drafts.length === 0) return
    const order = tab.read()
    if (isInstead && isUnsaved(order)) this.mark(this.namesOf(order), { mayGo: true })
    await tab.keeper.open(drafts[nth % drafts.length]!.id, isInstead ? order : undefined)
  }

  private async delete(nth: number) {
    const drafts = (await this.orders()).filter(({ isDraft }) => isDraft)
    if (drafts.length === 0) return
    const draft = drafts[nth % drafts.length]!
    this.mark(this.namesOf({ data: dataOf(draft) }), { mayGo: true })
    await this.profiles[0]!.person.send('DELETE', `/api/license/${draft.id}`)
  }

  private reload({ profile }: Tab, tabs: readonly Tab[]) {
    for (const tab of tabs) tab.isLeft = true
    profile.tabs = profile.tabs.filter((tab) => !tabs.includes(tab))
    for (let nth = 0; nth < tabs.length; nth += 1) openTab(profile, this.network)
  }

  /** Signs out, which discards what the server does not have, as the person confirmed; then signs in again. */
  private leave(tab: Tab) {
    const { profile } = tab
    const order = profile.tabs[0]!.read()
    if (order.isAhead) this.mark(this.namesOf(order), { mayGo: true })
    profile.orders = { order: emptyOrder(profile.owner), others: [] }
    this.reload(tab, profile.tabs)
  }

  async take({ action, tab: place, nth }: Step): Promise<void> {
    const tab = this.tabs[place % this.tabs.length]!
    const ignored = (work: Promise<unknown>) => void work.catch(() => {})
    if (action === 'add') this.add(tab, nth)
    if (action === 'remove') this.remove(tab, nth)
    if (action === 'sync') ignored(tab.keeper.sync())
    if (action === 'save') ignored(this.save(tab, true))
    if (action === 'submit') ignored(this.save(tab, false))
    if (action === 'open') ignored(this.open(tab, nth, false))
    if (action === 'openInstead') ignored(this.open(tab, nth, true))
    if (action === 'delete') await this.delete(nth)
    if (action === 'clear') {
      this.mark(this.namesOf(tab.read()), { mayGo: true })
      tab.change(cleared)
    }
    if (action === 'mine') ignored(this.choose(tab, true))
    if (action === 'theirs') ignored(this.choose(tab, false))
    if (action === 'reload') this.reload(tab, [tab])
    if (action === 'offline') tab.profile.isOnline = false
    if (action === 'online') tab.profile.isOnline = true
    if (action === 'leave') this.leave(tab)
    if (action === 'carry' && this.network.size > 0) await this.network.carry(nth)
    if (action === 'rest') await this.network.rest()
    if (action === 'lose' && this.network.size > 0) await this.network.carry(nth, true)
    await new Promise(setImmediate)
  }

  /** Everyone is online and answers every question with "mine". */
  async rest(): Promise<void> {
    for (const profile of this.profiles) profile.isOnline = true
    const state = () => JSON.stringify(this.profiles.map(({ orders }) => orders))
    for (let round = 0; round < 12; round += 1) {
      const before = state()
      for (const tab of this.tabs) {
        ignoredSync(tab)
        await this.network.rest()
        const choice = this.choose(tab, true)
        await carryThrough(choice, this.network)
      }
      if (state() === before && this.tabs.every((tab) => this.isCalm(tab))) return
    }
    throw new Error('it never comes to rest')
  }

  private isCalm(tab: Tab): boolean {
    const order = tab.read()
    return !order.isAhead && obstacleOf(order, tab.keeper.kept()) === undefined
  }
}

const ignoredSync = (tab: Tab) => void tab.keeper.sync().catch(() => {})

/** Delivers the calls of the work until it ends, successfully or not. */
export async function carryThrough(work: Promise<unknown>, network: Network): Promise<void> {
  const state = { isDone: false }
  const end = () => void (state.isDone = true)
  void work.then(end, end)
  while (!state.isDone) await network.rest()
}

/** A company with two people: one with a laptop and a phone, one with a laptop. */
export async function newWalk(portal: TestPortal, count: number): Promise<Walk> {
  const accountId = `OK${count}`
  await portal.given.company(accountId)
  const walk = new Walk(portal, accountId)
  for (const name of ['ann', 'ben']) {
    const email = `${name}${count}@ok.example`
    await portal.given.user(email, accountId, ['AccessLicenses'])
    const person = await portal.signIn(email)
    const owner = { id: name, accountId }
    for (const tabs of name === 'ann' ? [2, 1] : [1]) {
      const profile = newProfile(person, owner)
      walk.profiles.push(profile)
      for (let nth = 0; nth < tabs; nth += 1) openTab(profile, walk.network)
    }
  }
  return walk
}
