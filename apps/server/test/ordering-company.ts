import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem, changedItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { importRecords } from '../src/import/import-records.ts'
import { recordSource } from '../src/import/sources.ts'
import { deriveLicenses } from '../src/licenses/derive-licenses.ts'
import { inTransaction } from '../src/platform/database.ts'
import {
  isRejected,
  lastStep,
  stepsAfter,
  type OrderStep,
  type StepTaken,
} from '@portal/domain/licenses/order-steps'
import { replay, today, viewOf, type ModelLine, type ModelOrder } from './license-model.ts'
import type { Browser, TestPortal } from './portal.ts'
import { soon } from './soon.ts'
import { turned } from './turned-lines.ts'

const statusDate = '2026-11-20T08:00:00.000Z'
/** Of the records of a company, in seconds. */
const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
const networks = { Eurex: 'EUREX', ICE: 'ICE' } as const
type NetworkName = keyof typeof networks

export interface Said {
  what: 'add' | 'cancel' | 'change'
  network: NetworkName
  user: string
  to: string
  ip: string
  days: number
  /** Chooses a license by the number of its first appearance; undefined names none. */
  pick: number | undefined
}
export type Step =
  | { step: 'portal'; said: Said[] }
  | { step: 'import'; at: number; said: Said[]; ids: boolean }
  | { step: 'again'; which: number; turn: 'same' | 'reversed' | 'less' | 'more' | 'later' }
  | { step: 'delete'; which: number }
  | { step: 'race'; pick: number }
  | { step: 'status'; which: number; says: OrderStep | 'Submitted'; lines: LineSays[]; time: Time }
  | { step: 'both'; at: number; said: Said[] }

type LineSays = OrderStep | 'Submitted' | ''
/** When the record was written: undated, after all before it, or before the newest dated one. */
type Time = 'none' | 'new' | 'old'

/** A company whose orders are taken step by step, compared with the model of its licenses. */
export class OrderingCompany {
  readonly portal: TestPortal
  readonly accountId: string
  readonly people: Browser[]
  /** Imported orders by their record's id, and those of the portal. */
  orders: ModelOrder[] = []
  /** Line ids of the database by the line's key in the model; they never change. */
  readonly known = new Map<string, string>()
  made = 0

  private constructor(portal: TestPortal, accountId: string, people: Browser[]) {
    this.portal = portal
    this.accountId = accountId
    this.people = people
  }

  static async begin(portal: TestPortal, nth: number): Promise<OrderingCompany> {
    const accountId = `LI${nth}`
    await portal.given.company(accountId)
    const people: Browser[] = []
    for (const name of ['lia', 'leo']) {
      await portal.given.user(`${name}${nth}@i.example`, accountId, ['AccessLicenses'])
      people.push(await portal.signIn(`${name}${nth}@i.example`))
    }
    return new OrderingCompany(portal, accountId, people)
  }

  async take(step: Step): Promise<void> {
    if (step.step === 'portal') await this.submit(step.said.map((one) => this.item(one)))
    else if (step.step === 'import') await this.import(step.at, step.said, step.ids)
    else if (step.step === 'race') await this.race(step.pick)
    else if (step.step === 'status') await this.report(step)
    else if (step.step === 'both')
      await Promise.all([
        this.import(step.at, step.said, true),
        this.submit([addedItem('10010', entry('ICE', 'dora', 1))]),
      ])
    else await this.again(step)
  }

  /** Two people submit the same cancellation at once: one of them is refused. */
  async race(pick: number): Promise<void> {
    const [license] = rotated(this.open(), pick)
    if (!license) return
    const item = cancelledItem('10010', entry('Eurex', '', 3), {
      licenseId: this.known.get(license.key)!,
      coveredCompany: '',
    })
    const given = { ...item, networkName: '' }
    const answers = await Promise.all(this.people.map((person) => this.post(person, [given])))
    demand(answers.map(({ statusCode }) => statusCode).sort(), [200, 409])
    const won = answers.find(({ statusCode }) => statusCode === 200)!
    this.keep(won.json<{ id: number }>().id, [given], [license.key])
  }

  async submit(items: LineItem[]): Promise<void> {
    const answer = await this.post(this.people[0]!, items)
    const targets = this.targetsOf(items)
    demand(answer.statusCode, targets ? 200 : 409, answer.body)
    if (targets) this.keep(answer.json<{ id: number }>().id, items, targets)
  }

  /** The license that each item refers to by the plain rule; nothing if one of them is refused. */
  targetsOf(items: LineItem[]): (string | undefined)[] | undefined {
    const open = this.open()
    const targets: (string | undefined)[] = items.map(() => undefined)
    for (const chosen of [true, false])
      for (const [place, item] of items.entries()) {
        if (item.customerOrderRequestTypeId === 1 || Boolean(item.licenseId) !== chosen) continue
        const free = open.filter(({ key }) => !targets.includes(key))
        const fits = chosen
          ? free.filter(({ key }) => this.known.get(key) === item.licenseId)
          : free.filter((one) => one.goesBy(item))
        if (new Set(fits.map(({ look }) => look)).size !== 1) return undefined
        targets[place] = fits[0]!.key
      }
    return targets
  }

  /** A record that says how far the provider is with an order and its lines. */
  async report({ which, says, lines, time }: Extract<Step, { step: 'status' }>): Promise<void> {
    const [order] = rotated(this.orders, which)
    if (!order) return
    const { asOf } = order
    if (time === 'old' && asOf === undefined) return
    this.made += 1
    const isBound = !order.id.startsWith('P-')
    const id = isBound ? order.id : `${this.accountId}-${order.id}`
    const isDated = time !== 'none' || asOf !== undefined
    const at = time === 'old' ? asOf! - 1 : this.made
    const statusOf = (said: LineSays) => ({
      status: said,
      statusReason: said === '' ? '' : `why ${said}`,
      statusDate: said === '' ? '' : statusDate,
    })
    const record = {
      ...this.recordOf({ ...order, id }),
      ...statusOf(says),
      ...(order.isPortal && !isBound && { orderId: order.id }),
      ...(isDated && { asOf: timeOf(at) }),
      lineItems: order.lines.map(({ item }, place) => ({
        ...item,
        ...statusOf(lines[place] ?? ''),
      })),
    }
    await this.import_([record])
    if (time === 'old') return
    order.id = id
    if (isDated) order.asOf = at
    const after = (known: StepTaken[] | undefined, step: LineSays) =>
      step === ''
        ? (known ?? [])
        : stepsAfter(known ?? [], { step, at: statusDate, reason: `why ${step}` }, isDated, '')
    order.steps = after(order.steps, says)
    for (const [place, line] of order.lines.entries())
      line.steps = after(line.steps, lines[place] ?? '')
  }

  /** The orders without what was rejected. */
  inForce = (): ModelOrder[] =>
    this.orders.map((order) => ({
      ...order,
      lines: order.lines.filter(({ steps }) => !isRejected(steps ?? [], order.steps ?? [])),
    }))

  open = () => replay(this.inForce()).flatMap((one) => (one.end === null ? [viewOf(one)] : []))

  keep(id: number, items: LineItem[], targets: (string | undefined)[]): void {
    this.made += 1
    this.orders.push({
      id: orderNumber(id),
      isPortal: true,
      at: 1_000_000 + this.made,
      lines: items.map((item, place) => ({
        key: `P${id}/${place}`,
        item,
        target: targets[place],
      })),
    })
  }

  async import(minutes: number, given: Said[], ids: boolean): Promise<void> {
    this.made += 1
    const id = `${this.accountId}-${this.made}`
    const order: ModelOrder = {
      id,
      isPortal: false,
      // Never two at one moment.
      at: minutes + this.made / 1000,
      lines: given.map((one, place) => this.importedLine(`${id}/${place}`, one, ids)),
    }
    await this.send([order])
    this.orders.push(order)
  }

  importedLine(key: string, one: Said, ids: boolean): ModelLine {
    const { licenseId, ...item } = this.item(one)
    const target = licenseId
      ? ([...this.known].find(([, known]) => known === licenseId)?.[0] ?? 'none')
      : undefined
    const own = ids ? { id: key } : {}
    return { key, item: { ...item, ...own, ...(licenseId && { licenseId }) }, target }
  }

  async again(step: Extract<Step, { step: 'again' | 'delete' }>): Promise<void> {
    const [order] = rotated(
      this.orders.filter(({ isPortal }) => !isPortal),
      step.which,
    )
    if (!order) return
    const others = this.orders.filter((one) => one !== order)
    if (step.step === 'delete') {
      const dated = order.asOf !== undefined && { asOf: timeOf(order.asOf) }
      await this.import_([{ record: 'delete', kind: 'licenseOrder', key: order.id, ...dated }])
      this.orders = others
      return
    }
    const next = { ...order, lines: turned(order.lines, step.turn, () => this.extraLine(order)) }
    await this.send([next])
    this.orders = [...others, next]
  }

  extraLine(order: ModelOrder): ModelLine {
    this.made += 1
    const item = addedItem('10010', entry('ICE', `extra${this.made}`, 2))
    return { key: `${order.id}/extra${this.made}`, item, target: undefined }
  }

  item({ what, network, user, to, ip, days, pick }: Said): LineItem {
    const more = { ipAddress: ip, oldIPAddress: '' }
    if (what === 'add') return { ...addedItem('10010', entry(network, user, days)), ipAddress: ip }
    const all = replay(this.inForce()).map(viewOf)
    const [one] = pick === undefined ? [] : rotated(all, pick)
    // The last number stands for an unknown license.
    const licenseId = pick === 20 ? '999999999' : one && this.known.get(one.key)
    const chosen = licenseId ? { licenseId, coveredCompany: '' } : undefined
    const names = chosen && one ? one.now : { networkName: network, userName: user }
    if (what === 'cancel')
      return cancelledItem('10010', { ...names, dateRequired: soon(days) }, chosen)
    const target = { ...entry(network, to, days), ...more }
    const old = { oldNetworkName: names.networkName, oldUserName: names.userName }
    const item = changedItem('10010', { ...target, ...old }, chosen)
    const isSame = item.userName === item.oldUserName && item.networkName === item.oldNetworkName
    return isSame && ip === '' ? { ...item, userName: 'else' } : item
  }

  post(person: Browser, lineItems: LineItem[]) {
    const { accountId } = this
    const payload = { user: { accountId }, data: { notes: '', lineItems }, isDraft: false }
    return person.post('/api/license', { payload })
  }

  send = (orders: ModelOrder[]) =>
    this.import_(
      orders.map((order) => {
        // Once dated, its records stay dated: sent again they are from the same time.
        const dated = order.asOf !== undefined && { asOf: timeOf(order.asOf) }
        return { ...this.recordOf(order), ...dated }
      }),
    )

  recordOf = ({ id, at: minutes, lines: all, steps }: ModelOrder) => ({
    record: 'licenseOrder',
    id,
    accountId: this.accountId,
    status: lastStep(steps ?? [])?.step ?? 'Submitted',
    statusReason: lastStep(steps ?? [])?.reason ?? '',
    createdDate: new Date(Date.UTC(2025, 0, 1) + minutes * 60_000).toISOString(),
    lineItems: all.map(({ item }) => item),
  })

  async import_(records: object[]): Promise<void> {
    const report = await importRecords(this.portal.system, [recordSource('orders.ndjson', records)])
    demand(report.outcome, 'loaded')
  }

  /**
   * Checks that the ids are stable, and that the licenses equal the replay, also when recomputed
   * from the start.
   */
  async check(): Promise<void> {
    const { rows } = await this.portal.system.query<{
      line: string
      order: string
      place: number
    }>(sql`
      select l.portal_id as line, coalesce(o.external_id, o.portal_id) as "order", l.line_no as place
        from license_order_line l join license_order o using (account_id)
       where l.account_id = ${this.accountId} and o.id = l.order_id`)
    for (const { line, order, place } of rows) {
      const key = this.orders.find(({ id }) => id === order)!.lines[place - 1]!.key
      demand(this.known.get(key) ?? line, line, key)
      this.known.set(key, line)
    }
    demand(new Set(this.known.values()).size, this.known.size)
    demand(await this.storedSteps(), this.expectedSteps())
    const expected = replay(this.inForce())
      .map(({ key, end, states }) => ({ id: this.known.get(key)!, end, states }))
      .sort((one, other) => Number(one.id.slice(2)) - Number(other.id.slice(2)))
    demand(await this.stored(), expected)
    await inTransaction(this.portal.system, (tx) => deriveLicenses(tx, this.accountId))
    demand(await this.stored(), expected)
  }

  /** The steps of orders and lines: `LI1-4 Accepted`, or with the place of the line. */
  async storedSteps(): Promise<string[]> {
    const { rows } = await this.portal.system.query<{ said: string }>(sql`
      select concat_ws(' ', coalesce(o.external_id, o.portal_id), l.line_no, k.step, k.reason) as said
        from license_order_step k
        join license_order o on o.account_id = k.account_id and o.id = k.order_id
        left join license_order_line l
          on l.account_id = k.account_id and l.order_id = k.order_id and l.line_id = k.line_id
       where k.account_id = ${this.accountId} and (k.line_id = 0 or l.line_id is not null) and k.at = ${statusDate}`)
    return rows.map(({ said }) => said).toSorted()
  }

  expectedSteps = (): string[] =>
    this.orders
      .flatMap(({ id, steps = [], lines: all }) => [
        ...steps.map(({ step, reason }) => `${id} ${step} ${reason}`),
        ...all.flatMap((line, place) =>
          (line.steps ?? []).map(({ step, reason }) => `${id} ${place + 1} ${step} ${reason}`),
        ),
      ])
      .toSorted()

  async stored() {
    const { rows } = await this.portal.system.query(sql`
      select license_id as id, ends_on as "end",
             (select coalesce(json_agg(json_build_array(f.starts_on, f.network_name, f.user_name, f.ip_address)
                                       order by f.starts_on), '[]')::jsonb
                from former_license f where f.account_id = l.account_id and f.license_id = l.license_id)
             || jsonb_build_array(jsonb_build_array(changed_on, network_name, user_name, ip_address)) as states
        from license l where account_id = ${this.accountId} order by length(license_id), license_id`)
    return rows as { id: string; end: string | null; states: unknown[] }[]
  }

  /** What the list shows, in the order of the ids. */
  async listed(): Promise<Shown[]> {
    const list = await this.people[0]!.get('/api/license/held?page=1&perPage=500')
    const rows = list.json<HeldLicense[]>()
    demand(Number(list.headers['x-count']), rows.length)
    return rows
      .map(({ licenseId, networkName, userName, ipAddress, next }) => ({
        licenseId,
        now: { networkName, userName, ipAddress },
        next,
      }))
      .sort(byId)
  }

  /** Each license once, in its present state. */
  expectedList(): Shown[] {
    return replay(this.inForce())
      .filter(({ end, states }) => end === null || (end > today() && end !== states[0]![0]))
      .map(viewOf)
      .map(({ key, now, next }) => ({ licenseId: this.known.get(key)!, now, next }))
      .sort(byId)
  }
}

type Shown = Pick<HeldLicense, 'licenseId' | 'next'> & {
  now: Pick<HeldLicense, 'networkName' | 'userName' | 'ipAddress'>
}
const byId = (one: Shown, other: Shown) =>
  Number(one.licenseId.slice(2)) - Number(other.licenseId.slice(2))

const demand = (actual: unknown, wanted: unknown, about?: string) =>
  expect(actual, about).toEqual(wanted)

const entry = (networkName: NetworkName, userName: string, days: number) => ({
  networkId: networks[networkName],
  networkName,
  userName,
  dateRequired: soon(days),
})

const rotated = <T>(list: T[], by: number): T[] => {
  const start = list.length === 0 ? 0 : by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
