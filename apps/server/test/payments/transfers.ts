import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect } from 'vitest'
import { runAutoPay } from '../../src/payments/autopay/run-autopay.ts'
import { takeBooks } from '../import/import-fixture.ts'
import { invoiceOf } from '../invoices/account-text.ts'
import type { TestPortal } from '../portal/portal.ts'
import { testClock } from '../portal/test-portal.ts'
import { testPayer } from './payer.ts'

/** The day on which each test starts, at 08:00 UTC. */
export const start = '2027-01-10'

/** A payer who announces transfers, with the books of the company. */
export function testTransfers(portal: TestPortal, prefix: string) {
  const clock = testClock(portal)
  const paula = testPayer(portal, prefix, { invoice: false })
  beforeEach(() => clock.set(`${start}T08:00:00Z`))

  async function workAt(time: string, day = start): Promise<void> {
    await clock.set(`${day}T${time}Z`)
    await runAutoPay(portal.deps, portal.system)
  }
  const plan = (invoiceIds: string[], deducted: string[] = [], who = paula.browser) =>
    who.post('/api/invoice/selected-invoices/transfer/plan', { payload: { invoiceIds, deducted } })
  const announce = (invoices: [id: string, amount: number][], more = {}, who = paula.browser) =>
    who.post('/api/invoice/selected-invoices/transfer', {
      payload: {
        transferId: randomUUID(),
        paidOn: start,
        reference: 'Our ref',
        currencyIsoCode: 'USD',
        invoices: invoices.map(([id, amount]) => ({ id, amount })),
        deducted: [],
        ...more,
      },
    })
  const withdraw = (noticeId: string, who = paula.browser) =>
    who.post(`/api/invoice/transfers/${noticeId}/withdrawal`)
  const states = () =>
    paula.values(sql`
      select state from transfer_notice where account_id = ${paula.accountId} order by announced_at, invoice_number`)
  const noticeOf = async (nth = 1) => (await paula.invoice(nth)).transferNotice
  const enroll = async () =>
    expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  const charged = async () => (await paula.taken()).length

  /** The books say that an invoice of $1,000.00 leaves this to pay. */
  const books = (balanceDue: string, more: object = {}, nth = 1) =>
    takeBooks(portal.system, [
      {
        ...invoiceOf(paula.accountId),
        invoiceNumber: paula.number(nth),
        amount: '1000.00',
        dueDate: start,
        portalPayments: [],
        balanceDue,
        ...more,
      },
    ])
  async function given(nth = 1): Promise<string> {
    await books('1000.00', {}, nth)
    const [id] = await paula.values(
      sql`select id::text from invoice where invoice_number = ${paula.number(nth)}`,
    )
    return id!
  }
  const says = (day: string) => `Transfer of $1,000.00 announced for ${day} by payer Test`
  return {
    clock,
    paula,
    workAt,
    plan,
    announce,
    withdraw,
    states,
    noticeOf,
    enroll,
    charged,
    books,
    given,
    says,
  }
}
