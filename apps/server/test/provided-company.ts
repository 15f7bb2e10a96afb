import { expect } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import type { OrderStep } from '@portal/domain/licenses/order-steps'
import sql from 'sql-template-tag'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { importRecords } from '../src/import/import-records.ts'
import { recordSource } from '../src/import/sources.ts'
import type { Browser, TestPortal } from './portal.ts'
import { soon } from './soon.ts'

const networks = { ICE: 'ICE', Eurex: 'EUREX' } as const
type NetworkName = keyof typeof networks

interface Running {
  user: string
  network: NetworkName
  until: number | null
  status: 'Active' | 'Suspended' | 'Ended'
}
export interface Said {
  what: 'cancel' | 'change' | 'add'
  /** The number of the license; undefined: chosen by its names. */
  license: number | undefined
  user: string
  network: NetworkName
  to: string
  days: number
}
/** When a record was written: undated, after all others, or before the newest one of its license. */
type Time = 'none' | 'new' | 'old'
export type Step =
  | { step: 'records'; given: [license: number, running: Running][]; time: Time }
  | { step: 'again' }
  | { step: 'delete'; license: number }
  | { step: 'order'; by: number; said: Said[] }
  | { step: 'race'; license: number }
  | { step: 'status'; which: number; says: OrderStep }

interface ModelLine {
  type: LineItem['customerOrderRequestTypeId']
  licenseId: string | undefined
  day: string
}
interface ModelOrder {
  id: number
  lines: ModelLine[]
  isOver: boolean
}

/** A company whose licenses run by the provider's records, beside a plain list of what should be in force. */
export class ProvidedCompany {
  readonly portal: TestPortal
  readonly accountId: string
  readonly people: Browser[]
  readonly running = new Map<string, Running>()
  /** When the newest record of a license was written; it outlives the license. */
  readonly written = new Map<string, number>()
  readonly orders: ModelOrder[] = []
  lastSent: object[] = []
  clock = 0

  private constructor(portal: TestPortal, accountId: string, people: Browser[]) {
    this.portal = portal
    this.accountId = accountId
    this.people = people
  }

  static async begin(portal: TestPortal, nth: number): Promise<ProvidedCompany> {
    const accountId = `PL${nth}`
    await portal.given.company(accountId)
    const people: Browser[] = []
    for (const name of ['lia', 'leo']) {
      await portal.given.user(`${name}${nth}@v.example`, accountId, ['AccessLicenses'])
      people.push(await portal.signIn(`${name}${nth}@v.example`))
    }
    return new ProvidedCompany(portal, accountId, people)
  }

  idOf = (license: number) => `${this.accountId}-${license}`

  async take(step: Step): Promise<void> {
    if (step.step === 'records') await this.records(step)
    else if (step.step === 'again') await this.send(this.lastSent)
    else if (step.step === 'delete') await this.delete(this.idOf(step.license))
    else if (step.step === 'order') await this.order(step.by, step.said)
    else if (step.step === 'race') await this.race(this.idOf(step.license))
    else await this.status(step.which, step.says)
  }

  async records({ given, time }: Extract<Step, { step: 'records' }>) {
    const sent: object[] = []
    for (const [license, running] of new Map(given)) {
      const licenseId = this.idOf(license)
      const newest = this.written.get(licenseId)
      if (time === 'old' && newest === undefined) continue
      this.clock += 1
      const isDated = time !== 'none' || newest !== undefined
      const at = time === 'old' ? newest! - 1 : this.clock
      sent.push({
        record: 'license',
        licenseId,
        accountId: this.accountId,
        productId: '10010',
        networkId: networks[running.network],
        userName: running.user,
        status: running.status,
        ...(running.until !== null && { until: soon(running.until) }),
        ...(isDated && { asOf: timeOf(at) }),
      })
      if (time === 'old') continue
      if (isDated) this.written.set(licenseId, at)
      this.running.set(licenseId, running)
    }
    await this.send(sent)
    // Sent again later, older records change nothing.
    if (time !== 'old') this.lastSent = sent
  }

  async delete(licenseId: string) {
    if (!this.running.has(licenseId)) return
    const isDated = this.written.has(licenseId)
    this.clock += 1
    await this.send([
      {
        record: 'delete',
        kind: 'license',
        key: licenseId,
        ...(isDated && { asOf: timeOf(this.clock) }),
      },
    ])
    if (isDated) this.written.set(licenseId, this.clock)
    this.running.delete(licenseId)
    this.lastSent = []
  }

  async send(records: object[]) {
    if (records.length === 0) return
    const report = await importRecords(this.portal.system, [recordSource('books', records)])
    demand([report.outcome, report.rejected], ['loaded', 0])
  }

  /** What is in force, by the plain rule. */
  inForce(): Shown[] {
    return [...this.running]
      .filter(([, { status, until }]) => status !== 'Ended' && (until ?? 0) >= 0)
      .map(([licenseId, { user, network, until, status }]) => {
        const asked = this.orders
          .filter(({ isOver }) => !isOver)
          .flatMap(({ id, lines }) => lines.map((line) => ({ ...line, id })))
          .findLast((line) => line.licenseId === licenseId)
        const ends = asked?.type === 2 ? asked.day : null
        return {
          licenseId,
          userName: user,
          networkName: network,
          isSuspended: status === 'Suspended',
          endsOn: until === null ? ends : soon(until + 1),
          asked: asked ? { orderId: asked.id, type: asked.type, day: asked.day } : null,
        }
      })
      .toSorted(byId)
  }

  /** What the list shows, in the order of the ids. */
  async listed(): Promise<Shown[]> {
    const list = await this.people[0]!.get('/api/license/held?perPage=500')
    const shown = list
      .json<HeldLicense[]>()
      .map(({ licenseId, userName, networkName, isSuspended, endsOn, asked }) => ({
        licenseId,
        userName,
        networkName,
        isSuspended,
        endsOn,
        asked,
      }))
    return shown.toSorted(byId)
  }

  /** Checks the list, and that lines keep the licenses that they meant. */
  async check() {
    // Without any record of the provider, the orders count: license-identity.test.ts.
    if (this.running.size > 0) demand(await this.listed(), this.inForce())
    const { rows: stored } = await this.portal.system.query<{
      order: number
      id: string | null
    }>(sql`
      select order_id::int as "order", license_id as id from license_order_line
       where account_id = ${this.accountId} order by order_id, line_no`)
    demand(
      stored,
      this.orders.flatMap(({ id, lines }) =>
        lines.map(({ licenseId = null }) => ({ order: id, id: licenseId })),
      ),
    )
  }

  /** The license that each item means; nothing if one of them is refused. */
  targets(said: readonly Said[]): (string | undefined)[] | undefined {
    const targets: (string | undefined)[] = said.map(() => undefined)
    for (const chosen of [true, false])
      for (const [place, one] of said.entries()) {
        if (one.what === 'add' || (one.license !== undefined) !== chosen) continue
        const free = this.inForce().filter(
          ({ endsOn, licenseId }) => endsOn === null && !targets.includes(licenseId),
        )
        const fits = chosen
          ? free.filter(({ licenseId }) => licenseId === this.idOf(one.license!))
          : free.filter(
              ({ userName, networkName }) =>
                userName.toLowerCase() === one.user.toLowerCase() && networkName === one.network,
            )
        // Of licenses that nobody can tell apart, the first; those of other looks are refused.
        if (new Set(fits.map(({ userName }) => userName)).size !== 1) return undefined
        targets[place] = fits[0]!.licenseId
      }
    return targets
  }

  async order(by: number, given: readonly Said[]) {
    if (this.running.size === 0) return
    const items = given.map((one) => this.item(one))
    const targets = this.targets(given)
    const answer = await this.post(this.people[by]!, items)
    demand(answer.statusCode, targets ? 200 : 409, answer.body)
    if (targets) this.keep(answer.json<{ id: number }>().id, items, targets)
  }

  item({ what, license, user, network, to, days }: Said): LineItem {
    const running = license === undefined ? undefined : this.running.get(this.idOf(license))
    const names = {
      networkId: networks[running?.network ?? network],
      networkName: running?.network ?? network,
      userName: running?.user ?? user,
      dateRequired: soon(days),
    }
    const chosen =
      license === undefined ? undefined : { licenseId: this.idOf(license), coveredCompany: '' }
    if (what === 'add') return addedItem('10010', { ...names, userName: user })
    if (what === 'cancel') return cancelledItem('10010', names, chosen)
    const old = { oldNetworkName: names.networkName, oldUserName: names.userName }
    return changedItem(
      '10010',
      { ...names, userName: `${to}.new`, ...old, ipAddress: '', oldIPAddress: '' },
      chosen,
    )
  }

  /** Two people cancel the same license at once: one of them is refused. */
  async race(licenseId: string) {
    const license = this.inForce().find((one) => one.licenseId === licenseId)
    if (!license || license.endsOn !== null) return
    const { userName, networkName } = license
    const names = { networkId: null, networkName, userName, dateRequired: soon(3) }
    const item = cancelledItem('10010', names, { licenseId, coveredCompany: '' })
    const answers = await Promise.all(this.people.map((person) => this.post(person, [item])))
    demand(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409])
    const won = answers.find(({ statusCode }) => statusCode === 200)!
    this.keep(won.json<{ id: number }>().id, [item], [licenseId])
  }

  async status(which: number, says: OrderStep) {
    const order = this.orders[which % Math.max(1, this.orders.length)]
    if (!order) return
    await this.send([
      {
        record: 'licenseOrder',
        id: `${this.accountId}-O${order.id}`,
        accountId: this.accountId,
        orderId: orderNumber(order.id),
        status: says,
        ...(says === 'Rejected' && { statusReason: 'no' }),
        createdDate: '2026-01-01',
      },
    ])
    // Neither end follows the other without a dated record, and none is left.
    order.isOver ||= says === 'Provisioned' || says === 'Rejected'
  }

  post = (person: Browser, lineItems: LineItem[]) =>
    person.post('/api/license', {
      payload: {
        user: { accountId: this.accountId },
        data: { notes: '', lineItems },
        isDraft: false,
      },
    })

  keep(id: number, items: LineItem[], targets: (string | undefined)[]) {
    const lines = items.map(({ customerOrderRequestTypeId: type, dateRequired: day }, place) => ({
      type,
      day,
      licenseId: targets[place],
    }))
    this.orders.push({ id, lines, isOver: false })
  }
}

const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

type Shown = Pick<
  HeldLicense,
  'licenseId' | 'userName' | 'networkName' | 'isSuspended' | 'endsOn'
> & { asked: { orderId: number; type: number; day: string } | null }
const byId = (one: { licenseId: string }, other: { licenseId: string }) =>
  one.licenseId < other.licenseId ? -1 : 1

const demand = (actual: unknown, wanted: unknown, about?: string) =>
  expect(actual, about).toEqual(wanted)
