import { expect, test } from 'vitest'
import { aldgate, importDatabase, invoiceRecord } from './import-fixture.ts'

const of = { accountId: '10412' }
const order = {
  record: 'licenseOrder',
  id: 'LO-1',
  status: 'Draft',
  createdDate: '2026-09-01',
  ...of,
  lineItems: [
    {
      networkId: null,
      networkName: 'CME',
      dateRequired: '2026-09-05',
      productSku: '10085',
      customerOrderRequestTypeId: 2,
      userName: "o'brien\\n",
      cancelReason: '',
    },
  ],
}
const request = {
  record: 'equipmentRequest',
  equipmentRequestId: 'ER-1',
  orderDate: '2026-09-01',
  ...of,
  externalOrderStatus: 'Pending Customer Approval',
  lineItems: [
    { id: '1', equipmentName: 'Switch', installationFee: '250.00' },
    { id: '2', equipmentName: 'Rack', equipmentType: 'Colo', dataCenter: 'LD4', notes: 'low' },
  ],
}

test('ordered items arrive with their blanks and nulls, and lines are replaced as a whole', async () => {
  const { take, column, rows } = await importDatabase()
  await take([aldgate, order, request])
  expect(await column('select item from license_order_line')).toEqual(order.lineItems)
  expect(
    await rows(
      'select id, equipment_name, installation_fee_cents, notes from equipment_line order by 1',
    ),
  ).toEqual([
    { id: '1', equipment_name: 'Switch', installation_fee_cents: 25_000, notes: '' },
    { id: '2', equipment_name: 'Rack', installation_fee_cents: 0, notes: 'low' },
  ])
  await take([
    { ...order, lineItems: [{ productSku: '10086' }] },
    { ...request, lineItems: [{ id: '9', equipmentName: 'Router' }] },
  ])
  expect(await column('select item from license_order_line')).toEqual([{ productSku: '10086' }])
  expect(await column('select id from equipment_line')).toEqual(['9'])
})

test('a repeated record does not undo what the customer did in the portal', async () => {
  const { take, owner, rows } = await importDatabase()
  await take([aldgate, order, request])
  await owner.query(`update license_order set status = 'Submitted', submitted_at = now()`)
  await owner.query(`update equipment_request set external_order_status = 'Order Submitted'`)
  const statuses = `
    select o.status as "order", e.external_order_status as request, o.submitted_at is not null as submitted
      from license_order o join equipment_request e using (account_id)`
  const done = { order: 'Submitted', request: 'Order Submitted', submitted: true }

  await take([order, request])
  expect(await rows(statuses)).toEqual([done])
  // Changes from the books count, but a submitted order never becomes a draft again.
  await take([
    { ...order, notes: 'new' },
    { ...request, externalOrderStatus: 'Closed' },
  ])
  expect(await rows(statuses)).toEqual([{ ...done, request: 'Closed' }])
})

test('a decision of the customer stands until the books change the status themselves', async () => {
  const { take, owner, column } = await importDatabase()
  const status = () => column('select external_order_status from equipment_request')
  await take([aldgate, request])
  await owner.query(`update equipment_request set external_order_status = 'Order Submitted'`)
  // The books do not know of the approval yet, and send a note.
  await take([{ ...request, customerNotes: 'cage 14' }])
  expect(await status()).toEqual(['Order Submitted'])
  expect(await column('select customer_notes from equipment_request')).toEqual(['cage 14'])
  await take([{ ...request, externalOrderStatus: 'Revision Requested' }])
  expect(await status()).toEqual(['Revision Requested'])
  // Set to pending approval again, with another price.
  await take([{ ...request, lineItems: [{ id: '1', equipmentName: 'Switch' }] }])
  expect(await status()).toEqual(['Pending Customer Approval'])
})

test('a request that the customer approved is not deleted', async () => {
  const { take, owner, column } = await importDatabase()
  await take([aldgate, request])
  await owner.query(`
    insert into equipment_decision (account_id, equipment_request_id, decision, actor_id, actor_account_id,
                                    actor_name, ip_address, total_cents, terms)
    values ('10412', 'ER-1', 'approved', gen_random_uuid(), '10412', 'Bea', '::1', 25000, '2026-11')`)
  const gone = { record: 'delete', kind: 'equipmentRequest', key: 'ER-1' }
  expect(await take([gone])).toMatchObject({
    firstRejects: [{ reason: 'has been approved or cancelled by the customer, which is kept' }],
  })
  expect(await column('select equipment_request_id from equipment_request')).toEqual(['ER-1'])
})

test('an invoice gets the category that its record names, even if that was renamed', async () => {
  const { take, column } = await importDatabase()
  const licenses = { record: 'invoiceCategory', invoiceCategoryId: 1, name: 'License' }
  const category = `
    select c.name from invoice i join invoice_category c using (invoice_category_id)`
  await take([aldgate, licenses, invoiceRecord()])
  await take([{ ...licenses, name: 'Software' }])
  expect(await column(category)).toEqual(['Software'])
  await take([invoiceRecord()])
  expect(await column(category)).toEqual(['License'])
  await take([invoiceRecord({ invoiceCategory: 'Software' })])
  expect(await column(category)).toEqual(['Software'])
  await take([invoiceRecord({ invoiceType: '' })])
  expect(await column(category)).toEqual(['Uncategorized'])
})
