import type { LicenseLife, RecordDifferences } from '@portal/domain/licenses/held.schema'
import { addedItem } from '@portal/domain/licenses/line-items'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenCatalogue } from '../../test/catalogue.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { soon } from '../../test/soon.ts'
import { importInTransaction, importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { inTransaction, type Tx } from '../platform/database.ts'
import { deriveLicenses } from './derive-licenses.ts'

// A draft of the books is submitted while an import brings what it ordered.

const portal = testPortal()
let lia: Browser
let accountId = ''
let count = 0
beforeAll(async () => {
  await givenCatalogue(portal.system)
})
beforeEach(async () => {
  accountId = `SI${(count += 1)}`
  await portal.given.company(accountId)
  await portal.given.user(`lia@${accountId}.example`, accountId, ['AccessLicenses'])
  lia = await portal.signIn(`lia@${accountId}.example`)
})

const item = addedItem('10010', {
  networkId: 'ICE',
  networkName: 'ICE',
  userName: 'ann',
  dateRequired: soon(2),
})
const draft = () => ({
  record: 'licenseOrder',
  accountId,
  id: `${accountId}-C`,
  status: 'Draft',
  createdDate: '2026-01-10T00:00:00Z',
  requestorName: 'Maya Chen',
  lineItems: [item],
})
const license = (name: string, rest: object = {}) => ({
  record: 'license',
  accountId,
  licenseId: `${accountId}-${name}`,
  productId: '10010',
  networkId: 'ICE',
  userName: 'ann',
  licenseOrderId: `${accountId}-C`,
  ...rest,
})
const source = (...records: object[]) => [recordSource('books', records)]

/** Submits the draft after an import's last statement, before what `rest` does and before its commit. */
async function submitDuring(records: object[], rest: (tx: Tx) => Promise<unknown>) {
  const [order] = (await lia.get('/api/license')).json<{ id: number }[]>()
  const payload = { user: { accountId }, data: { notes: '', lineItems: [item] }, isDraft: false }
  const { answer } = await inTransaction(portal.system, async (tx) => {
    await importInTransaction(tx, source(...records))
    const sent = lia.send('PUT', `/api/license/${order!.id}`, { payload })
    await sleep(700)
    await rest(tx)
    return { answer: sent }
  })
  expect((await answer).statusCode).toBe(200)
  return order!.id
}

test('a license that an import brings is what is submitted before the import ends', async () => {
  await importRecords(portal.system, source(draft(), license('0', { licenseOrderId: null })))
  const orderId = await submitDuring([license('R')], () => Promise.resolve())
  const { requested } = (await lia.get('/api/license/differences')).json<RecordDifferences>()
  expect(requested).toEqual([])
  const life = (await lia.get(`/api/license/held/${accountId}-R`)).json<LicenseLife>()
  expect(life.orders).toMatchObject([{ orderId }])
})

test('an import that changed the license finds the orders again, and the order is submitted after it', async () => {
  await importRecords(portal.system, source(draft(), license('R')))
  // As an import does for a company of which it changed another order too.
  const orderId = await submitDuring([license('R', { monthlyPrice: '7.00' })], (tx) =>
    deriveLicenses(tx, accountId),
  )
  const life = (await lia.get(`/api/license/held/${accountId}-R`)).json<LicenseLife>()
  expect(life.orders).toMatchObject([{ orderId }])
})
