import type {
  HeldLicense,
  LicenseLife,
  RecordDifferences,
} from '@portal/domain/licenses/licenses.schema'
import { addedItem, cancelledItem } from '@portal/domain/licenses/line-items'
import { orderNumber } from '@portal/domain/licenses/order-number'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { givenCatalogue } from '../../test/catalogue.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../test/portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

// The portal gives an ordered license an id, and the provider's record may have another: it stays one license, whichever
// of the two an order names, and in whatever order they arrive.

let portal: TestPortal
let count = 0
beforeAll(async () => {
  portal = await startTestPortal()
  await givenCatalogue(portal.system)
})
afterAll(() => portal.close())

const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Step =
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

const user = fc.constantFrom('ann', 'ben', 'cara', 'Dan')
const nth = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('order' as const),
    users: fc.uniqueArray(user, { minLength: 1, maxLength: 3 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('record' as const), nth, isOwn: fc.boolean() }),
  },
  fc.record({ do: fc.constant('user' as const), nth, user }),
  fc.record({ do: fc.constant('rename' as const), nth }),
  fc.record({ do: fc.constant('delete' as const), nth }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      ...{ nth, byPortalId: fc.boolean(), inBooks: fc.boolean() },
    }),
  },
  fc.record({ do: fc.constant('again' as const) }),
)

interface Ordered {
  portalId: string
  orderId: number
  user: string
  record: { id: string; user: string } | null
  cancelledBy: { named: string; orderId: number }[]
}

class Company {
  readonly accountId: string
  readonly licenses: Ordered[] = []
  #lia!: Browser
  #records = 0
  #last: object[] = []

  constructor() {
    count += 1
    this.accountId = `OL${count}`
  }

  async found() {
    await portal.given.company(this.accountId)
    const address = `lia@${this.accountId}.example`
    await portal.given.user(address, this.accountId, ['AccessLicenses'])
    this.#lia = await portal.signIn(address)
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'order') return this.#order(step.users)
    if (step.do === 'again') return this.#import(this.#last)
    const one = this.licenses[step.nth % Math.max(1, this.licenses.length)]
    if (!one) return
    if (step.do === 'cancel') return this.#cancel(one, step)
    const { record } = one
    if (step.do === 'record' && !record) {
      one.record = { id: step.isOwn ? this.#ownId() : one.portalId, user: one.user }
      return this.#import([this.#recordOf(one)])
    }
    if (!record) return
    if (step.do === 'user') record.user = step.user
    const gone = { record: 'delete', kind: 'license', key: record.id }
    if (step.do === 'rename' && record.id === one.portalId) record.id = this.#ownId()
    if (step.do === 'delete') one.record = null
    await this.#import([
      ...(gone.key === one.record?.id ? [] : [gone]),
      ...(one.record ? [this.#recordOf(one)] : []),
    ])
  }

  async check(): Promise<void> {
    const held = await this.read<HeldLicense[]>('/api/license/held?perPage=500')
    const recorded = this.licenses.flatMap((one) =>
      one.record ? [{ ...one, record: one.record }] : [],
    )
    const differences = await this.read<RecordDifferences>('/api/license/differences')
    if (recorded.length === 0) {
      expect(differences).toEqual({ requested: [], differences: [] })
      return
    }
    expect(
      held.map(({ licenseId, orderId, asked }) => [licenseId, orderId, asked?.type ?? null]).sort(),
    ).toEqual(
      recorded.map((one) => [one.record.id, one.orderId, isCancelled(one) ? 2 : null]).sort(),
    )
    expect(
      differences.requested.map(({ orderId, userName }) => `${orderId} ${userName}`).sort(),
    ).toEqual(
      this.licenses
        .filter(({ record }) => !record)
        .map(({ orderId, user: name }) => `${orderId} ${name}`)
        .sort(),
    )
    expect(differences.differences).toEqual([])
    for (const one of recorded)
      for (const id of new Set([one.record.id, one.portalId])) {
        const { license, orders } = await this.read<LicenseLife>(`/api/license/held/${id}`)
        expect(license.licenseId).toBe(one.record.id)
        expect(orders.map(({ orderId, type }) => [type, orderId])).toEqual([
          [1, one.orderId],
          ...namedIn(one).map(({ orderId }) => [2, orderId]),
        ])
      }
  }

  #ownId() {
    this.#records += 1
    return `${this.accountId}-R${this.#records}`
  }

  #recordOf({ record, orderId }: Ordered) {
    return {
      ...{
        record: 'license',
        licenseId: record?.id,
        accountId: this.accountId,
        productId: '10010',
      },
      ...{ networkId: 'ICE', userName: record?.user, licenseOrderId: orderNumber(orderId) },
    }
  }

  async #order(users: string[]) {
    const names = { networkId: 'ICE', networkName: 'ICE', dateRequired: soon(2) }
    const orderId = await this.#submit(
      users.map((userName) => addedItem('10010', { ...names, userName })),
    )
    const { rows } = await portal.system.query<{ portalId: string; user: string }>(
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
    await this.#import([{ ...order, createdDate, lineItems: [{ ...item, licenseId: named }] }])
    const { rows } = await portal.system.query<{ id: number }>(
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
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ id: number }>().id
  }

  async #import(records: object[]) {
    this.#last = records
    const report = await importRecords(portal.system, [recordSource('books', records)])
    expect(report.rejected).toBe(0)
  }

  async read<T>(path: string): Promise<T> {
    const answer = await this.#lia.get(path)
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
    return answer.json<T>()
  }
}

/** The cancellations that name it by the id that it has in the portal, or by that of its record. */
const namedIn = ({ portalId, record, cancelledBy }: Ordered) =>
  cancelledBy.filter(({ named }) => named === portalId || named === record?.id)
const isCancelled = (one: Ordered) => namedIn(one).length > 0

test('what was ordered and what the provider records is one license, by whichever id it is named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const company = new Company()
      await company.found()
      await company.take({ do: 'order', users: ['ann', 'ben'] })
      for (const one of steps) {
        await company.take(one)
        await company.check()
      }
    }),
    { numRuns: runs(12) },
  )
})

test('an item of the books that adds a license, and names that of another item, is not part of its life', async () => {
  const company = new Company()
  await company.found()
  await company.take({ do: 'order', users: ['ann'] })
  const [{ portalId: licenseId, orderId }] = company.licenses as [Ordered]
  const { accountId } = company
  const names = { networkId: 'ICE', networkName: 'ICE', userName: 'ben', dateRequired: soon(2) }
  const report = await importRecords(portal.system, [
    recordSource('books', [
      {
        ...{ record: 'licenseOrder', id: `${accountId}-X`, accountId, status: 'Submitted' },
        createdDate: new Date().toISOString(),
        lineItems: [{ ...addedItem('10010', names), licenseId }],
      },
      { record: 'license', licenseId, accountId, productId: '10010', userName: 'ann' },
    ]),
  ])
  expect(report.rejected).toBe(0)
  const { orders } = await company.read<LicenseLife>(`/api/license/held/${licenseId}`)
  expect(orders.map((one) => one.orderId)).toEqual([orderId])
  const { requested } = await company.read<RecordDifferences>('/api/license/differences')
  expect(requested.map(({ userName }) => userName)).toEqual(['ben'])
})
