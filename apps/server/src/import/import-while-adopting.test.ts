import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forgottenPayment, givenPayer } from '../../test/payments/payments.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { applyAlignment } from '../payments/charge/apply-alignment.ts'
import { inTransaction } from '../platform/database/database.ts'
import { invoiceRecord } from '../../test/import/import-fixture.ts'
import { importInTransaction } from './import-records.ts'
import { recordSource } from './sources.ts'

const portal = testPortal()

test('a payment adopted while an import adds its invoice waits, and gets that invoice', async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
  await givenPayer(portal, 'A1')
  const of = { accountId: 'A1', invoiceNumber: 'A-1' }
  const intent = await forgottenPayment(portal, { ...of, amountCents: 10_000 })
  const { adopted } = await inTransaction(portal.system, async (tx) => {
    await importInTransaction(tx, [recordSource('books', [invoiceRecord(of)])])
    const adopting = applyAlignment(portal.deps, intent, 'comparison')
    await sleep(300)
    return { adopted: adopting }
  })
  await adopted
  const { rows } = await portal.system.query(
    `select i.invoice_number as of from payment_attempt p left join invoice i on i.id = p.invoice_id`,
  )
  expect(rows).toEqual([{ of: 'A-1' }])
})
