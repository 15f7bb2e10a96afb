import type {
  HeldLicense,
  LicenseLife,
  RecordDifferences,
} from '@portal/domain/licenses/held.schema'
import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { importRecords } from '../src/import/import-records.ts'
import { recordSource } from '../src/import/sources.ts'
import type { Browser, TestPortal } from './portal.ts'
import { soon } from './soon.ts'

export type Step =
  | { do: 'order'; users: string[] }
  /** The record of an ordered license, with an id of its own or that of the portal. */
  | { do: 'record'; nth: number; isOwn: boolean }
  /** The provider gives the license to another user. */
  | { do: 'user'; nth: number; user: string }
  /** The provider, which used the id of the portal, has an id of its own now. */
  | { do: 'rename'; nth: number }
  | { do: 'delete'; nth: number }
  /** In the portal, or by a record of the books, with one of its ids. */
  | { do: 'cancel'; nth: number; byPortalId: boolean; inBooks: boolean }
  | { do: 'again' }

interface Said {
  held: string[]
  requested: string[]
  differences: number
  lives: string[]
}

export interface Ordered {
  portalId: string
  orderId: number
  user: string
  record: { id: string; user: string } | null
  cancelledBy: { named: string; orderId: number }[]
}

/** A company that orders licenses which the provider then records, and the plain rule of what is which. */
export class OrderedCompany {
  readonly accountId: string
  readonly licenses: Ordered[] = []
  readonly #portal: TestPortal
  readonly #lia: Browser
  #records = 0
  #last: object[] = []

  private constructor(portal: TestPortal, accountId: string, lia: Browser) {
    this.#portal = portal
    this.accountId = accountId
    this.#lia = lia
  }

  static async found(portal: TestPortal, accountId: string): Promise<OrderedCompany> {
    await portal.given.company(accountId)
    const address = `lia@${accountId}.example`
    await portal.given.user(address, accountId, ['AccessLicenses'])
    return new OrderedCompany(portal, accountId, await portal.signIn(address))
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'order') return this.#order(step.users)
    if (step.do === 'again') return this.import(this.#last)
    const one = this.licenses[step.nth % Math.max(1, this.licenses.length)]
    if (!one) return
    if (step.do === 'cancel') return this.#cancel(one, step)
    const { record } = one
    if (step.do === 'record' && !record) {
      one.record = { id: step.isOwn ? this.#ownId() : one.portalId, user: one.user }
      return this.import([this.#recordOf(one)])
    }
    if (!record) return
    if (step.do === 'user') record.user = step.user
    const gone = { record: 'delete', kind: 'license', key: record.id }
    // With another user nothing would say that it is the same license.
    if (step.do === 'rename' && record.id === one.portalId && record.user === one.user)
      record.id = this.#ownId()
    if (step.do === 'delete') one.record = null
    await this.import([
      ...(gone.key === one.record?.id ? [] : [gone]),
      ...(one.record ? [this.#recordOf(one)] : []),
    ])
  }

  /** What the portal says of the licenses. */
  async said(): Promise<Said> {
    const held = await this.read<HeldLicense[]>('/api/license/held?perPage=500')
    const { requested, differences } = await this.read<RecordDifferences>(
      '/api/license/differences',
    )
    const lives: string[] = []
    for (const { id } of this.#names()) {
      const { license, orders } = await this.read<LicenseLife>(`/api/license/held/${id}`)
      const ordered = orders.map(({ orderId, type }) => `${type} by ${orderId}`)
      lives.push(`${id} is ${license.licenseId}: ${ordered.join(', ')}`)
    }
    return {
      held: held
        .filter(({ isProvided }) => isProvided)
        .map(({ licenseId, orderId, asked }) => `${licenseId} ${orderId} ${asked?.type}`)
        .toSorted(),
      requested: requested.map(({ orderId, userName }) => `${orderId} ${userName}`).toSorted(),
      differences: differences.length,
      lives,
    }
  }

  /** What it has to say, by the plain rule. */
  expected(): Said {
    const recorded = this.licenses.filter(({ record }) => record)
    return {
      held: recorded
        .map((one) => `${one.record?.id} ${one.orderId} ${namedIn(one).length > 0 ? 2 : undefined}`)
        .toSorted(),
      requested: this.licenses
        .filter(({ record }) => !record && recorded.length > 0)
        .map(({ orderId, user }) => `${orderId} ${user}`)
        .toSorted(),
      differences: 0,
      lives: this.#names().map(({ id, one }) => {
        const cancelled = namedIn(one).map(({ orderId }) => `2 by ${orderId}`)
        return `${id} is ${one.record?.id}: ${[`1 by ${one.orderId}`, ...cancelled].join(', ')}`
      }),
    }
  }

  #names() {
    return this.licenses.flatMap((one) =>
      one.record ? [...new Set([one.record.id, one.portalId])].map((id) => ({ id, one })) : [],
    )
  }

  #ownId() {
    this.#records += 1
    return `${this.accountId}-R${this.#records}`
  }

  #recordOf({ record, orderId }: Ordered) {
    return {
      record: 'license',
      licenseId: record?.id,
      accountId: this.accountId,
      productId: '10010',
      networkId: 'ICE',
      userName: record?.user,
      licenseOrderId: orderNumber(orderId),
    }
  }

  async #order(users: string[]) {
    const names = { networkId: 'ICE', networkName: 'ICE', dateRequired: soon(2) }
    const orderId = await this.#submit(
      users.map((userName) => addedItem('10010', { ...names, userName })),
    )
    const { rows } = await this.#portal.system.query<{ portalId: string; user: string }>(
      `select portal_id as "portalId", item ->> 'userName' as user from license_order_line where order_id = ${orderId}`,
    )
    for (const row of rows) this.licenses.push({ ...row, orderId, record: null, cancelledBy: [] })
  }

  async #cancel(one: Ordered, { byPortalId, inBooks }: Extract<Step, { do: 'cancel' }>) {
    const isKnown = one.record || this.licenses.every(({ record }) => !record)
    if (!isKnown || one.cancelledBy.length > 0) return
    const named = byPortalId ? one.portalId : (one.record?.id ?? one.portalId)
    const names = {
      networkName: 'ICE',
      userName: one.record?.user ?? one.user,
      dateRequired: soon(9),
    }
    const item = cancelledItem('10010', names, { licenseId: named, coveredCompany: '' })
    if (!inBooks) {
      const orderId = await this.#submit([item])
      // The portal takes it for the license that runs.
      one.cancelledBy.push({ orderId, named: one.record?.id ?? named })
      return
    }
    const id = `${this.accountId}-O${one.portalId}`
    const order = { record: 'licenseOrder', id, accountId: this.accountId, status: 'Submitted' }
    const createdDate = new Date().toISOString()
    await this.import([{ ...order, createdDate, lineItems: [{ ...item, licenseId: named }] }])
    const { rows } = await this.#portal.system.query<{ id: number }>(
      `select id::int from license_order where external_id = '${id}'`,
    )
    one.cancelledBy.push({ orderId: rows[0]!.id, named })
  }

  async #submit(lineItems: object[]): Promise<number> {
    const payload = {
      user: { accountId: this.accountId },
      data: { notes: '', lineItems },
      isDraft: false,
    }
    const answer = await this.#lia.post('/api/license', { payload })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<{ id: number }>().id
  }

  async import(records: object[]) {
    this.#last = records
    const report = await importRecords(this.#portal.system, [recordSource('books', records)])
    if (report.rejected > 0) throw new Error('A record was rejected.')
  }

  async read<T>(path: string): Promise<T> {
    const answer = await this.#lia.get(path)
    if (answer.statusCode !== 200) throw new Error(`${path} ${answer.body}`)
    return answer.json<T>()
  }
}

/** The cancellations that name it by the id that it has in the portal, or by that of its record. */
const namedIn = ({ portalId, record, cancelledBy }: Ordered) =>
  cancelledBy.filter(({ named }) => named === portalId || named === record?.id)
