import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { runs } from '../../../../tools/random-tests.ts'
import { givenPayer } from '../../test/payments.ts'
import { startTestPortal, type TestPortal } from '../../test/portal.ts'
import { withAccount } from '../platform/database.ts'
import { leftOutInvoices, leftOutOf } from './money-back.queries.ts'

let portal: TestPortal
const accountId = 'LO1'

beforeAll(async () => {
  portal = await startTestPortal()
  await givenPayer(portal, accountId)
})
afterAll(() => portal.close())

const somePayment = fc.record({
  invoice: fc.nat(2),
  refunds: fc.array(
    fc.record({
      state: fc.constantFrom('pending', 'succeeded', 'failed'),
      at: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 3 },
  ),
  disputes: fc.array(
    fc.record({
      state: fc.constantFrom('open', 'won', 'lost'),
      at: fc.integer({ min: 0, max: 5 }),
    }),
    { maxLength: 2 },
  ),
})

/** Days since an instant long ago. */
const instant = (day: number) => new Date(Date.UTC(2026, 0, 1 + day))

test('the list and the payments leave the same invoices out, for the same reason', async () => {
  let nth = 0
  const report = await fc.check(
    fc.asyncProperty(fc.array(somePayment, { maxLength: 4 }), async (payments) => {
      nth += 1
      const invoices = await Promise.all(
        [0, 1, 2].map((one) => portal.given.invoice(accountId, `LO-${nth}-${one}`)),
      )
      for (const { invoice, refunds, disputes } of payments) {
        const { rows } = await portal.system.query<{ id: string }>(sql`
          insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency,
                                       actor_name, ip_address, state, settled_at, posted_at)
          select ${accountId}, ${invoices[invoice]}, 'LO', id, 100, 'USD', 'Paula', '::1', 'succeeded', now(), now()
            from card where account_id = ${accountId} returning id`)
        const { id } = rows[0]!
        for (const { state, at } of refunds)
          await portal.system.query(sql`
            insert into payment_refund (account_id, id, payment_id, amount_cents, state, went_back_at)
            values (${accountId}, gen_random_uuid(), ${id}, 1, ${state}, ${instant(at)})`)
        for (const { state, at } of disputes)
          await portal.system.query(sql`
            insert into payment_dispute (account_id, id, payment_id, amount_cents, state, went_back_at, created_at)
            values (${accountId}, gen_random_uuid(), ${id}, 1, ${state},
                    ${state === 'lost' ? instant(at) : null}, ${instant(at)})`)
      }
      await withAccount(portal.deps.db, accountId, async (tx) => {
        const listed = await tx.query<{ id: string; kind: string; at: Date }>(
          sql`select invoice_id::text as id, kind, at from ${leftOutOf(accountId)} l order by l.invoice_id`,
        )
        const left = await leftOutInvoices(tx, accountId)
        expect(listed).toEqual(
          [...left]
            .sort(([one], [other]) => Number(one) - Number(other))
            .map(([id, { kind, at }]) => ({ id, kind, at })),
        )
        expect(
          (await withAccount(portal.deps.db, 'LO2', (other) => leftOutInvoices(other, accountId)))
            .size,
        ).toBe(0)
        const some = await leftOutInvoices(tx, accountId, invoices.slice(0, 1))
        expect([...some.keys()]).toEqual(invoices.slice(0, 1).filter((id) => left.has(id)))
      })
    }),
    { numRuns: runs(40) },
  )
  console.log(`left out: ${report.numRuns} cases, seed ${report.seed}`)
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
}, 60_000)
