import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { givenRecipients } from '../../../test/payments/given-recipients.ts'
import { sentMails } from '../../../test/portal/mails.ts'
import { statuses, testPayer } from '../../../test/payments/payer.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

const portal = testPortal()
const payer = testPayer(portal, 'R')
let both: Browser
let licenses: Browser
let hosting: string
beforeEach(async () => {
  both = await payer.colleague('both', ['Licenses', 'Hosting'])
  licenses = await payer.colleague('licenses')
  await givenRecipients(portal, payer.accountId, 'books@firm.example')
  hosting = await payer.given('hosting', { category: 'Hosting', balance: 25_000 })
})

/** Returns who gets the mails, by the first part of the address. */
const readers = async (about: string) =>
  (await payer.mails(about)).map(({ recipient }) => recipient.split('@')[0]).toSorted()

test('only users who see the invoice get mails about a payment and its refund', async () => {
  payer.invoiceId = hosting
  expect((await payer.pay('', '', hosting, both)).statusCode).toBe(200)
  expect(await readers('receipt %')).toEqual(['books', 'both'])
  await payer.refund()
  await expect.poll(() => readers('refund %')).toEqual(['books', 'both'])
})

test('a user whose right ends while a mail waits does not get the mail', async () => {
  await payer.pay('', '', hosting, both)
  await portal.system.query(sql`
    delete from user_category where account_id = ${payer.accountId}
       and invoice_category_id = ${await portal.given.category('Hosting')}`)
  const sent = (await sentMails(portal)).filter(({ subject }) =>
    subject.includes(payer.number('hosting')),
  )
  expect(sent.map(({ recipient }) => recipient)).toEqual(['books@firm.example'])
  expect(await sentMails(portal)).toEqual([])
})

test('a batch with a hidden invoice is mailed to users who see all of it; others see their invoices, and cannot stop it', async () => {
  const batch = (await payer.payAll('', '', both)).json<PaymentBatch>()
  expect(batch).toMatchObject({ status: 'done', total: 2, paidAmount: 350 })
  expect(batch).not.toHaveProperty('hidden')
  expect(await readers('batch %')).toEqual(['books', 'both'])
  const address = `/api/invoice/all-invoices/payment/${batch.id}`
  expect(await payer.json(address, licenses)).toMatchObject({
    total: 1,
    paid: 1,
    hidden: 1,
    paidAmount: 100,
  })
  const change = (who: Browser) =>
    ['continue', 'stop'].map((what) => who.post(`${address}/${what}`))
  expect(await statuses(change(licenses))).toEqual([403, 403])
  expect(await statuses(change(both))).toEqual([200, 200])
  const neither = await payer.colleague('neither', ['Unseen'])
  expect(await payer.json(address, neither)).toMatchObject({ total: 0, hidden: 2, paidAmount: 0 })
})
