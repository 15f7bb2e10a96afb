import { expect, test } from 'vitest'
import { aldgate, importDatabase, invoiceRecord } from './import-fixture.ts'

const owed = invoiceRecord({ balanceDue: '100.00' })
const settled = invoiceRecord({ balanceDue: '0.00' })

/** Aldgate with INV-1 open at 100.00, and what a payer would find there. */
async function invoiceWithCard() {
  const database = await importDatabase()
  await database.take([aldgate, owed])
  await database.owner.query(`
    insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
    values ('10412', 'pm_1', 'f', 'visa', '4242', 1, 2030)`)

  return {
    ...database,
    /** A payment as the portal would have written it, its ledger included. */
    pay: async (state: string, posted: 'not' | 'ahead' = 'not') => {
      await database.owner.query(
        `insert into payment_attempt (
                account_id, invoice_id, card_id, amount_cents, currency, books_balance_cents, actor_name,
                ip_address, state, settled_at, posted_at, posted_ahead)
         select i.account_id, i.id, c.id, i.balance_due_cents, 'USD', i.books_balance_cents, 'Ana', '::1',
                $1, case when $1 = 'succeeded' then now() end, case when $2 then now() end, $2
           from invoice i, card c`,
        [state, posted === 'ahead'],
      )
      await database.owner.query(`
        insert into ledger_entry (
               account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
        select a.account_id, a.id, side.name, a.invoice_id, a.id, side.sign * a.amount_cents, 'USD'
          from payment_attempt a, (values ('receivable', -1), ('card_clearing', 1)) side (name, sign)
         where a.state = 'succeeded'
           and not exists (select from ledger_entry l where l.payment_id = a.id)`)
    },
    /** As the list shows it: what is due, and whether a payment or the books say it has been charged. */
    shown: async () =>
      (
        await database.rows(`
          select i.balance_due_cents as due, i.posted_ahead_cents as ahead,
                 i.charged_in_books or exists (
                   select from payment_attempt a
                    where a.invoice_id = i.id
                      and (a.state in ('submitted', 'unknown', 'requires_action')
                        or a.state = 'succeeded' and a.posted_at is null)) as charged
            from invoice i`)
      )[0],
  }
}

test('a record that still shows the old balance never makes a charged invoice payable again', async () => {
  const { take, pay, shown } = await invoiceWithCard()
  await pay('succeeded')
  const pending = { due: 10_000, ahead: 0, charged: true }
  for (const record of [owed, { ...owed, name: 'renamed' }, { ...owed, balanceDue: '100.01' }]) {
    await take([record])
    expect(await shown()).toEqual({
      ...pending,
      due: record.balanceDue === '100.01' ? 10_001 : 10_000,
    })
  }
})

test('once the balance has fallen by the payment it is posted, and an old file after that does not undo it', async () => {
  const { take, pay, shown } = await invoiceWithCard()
  await pay('succeeded')
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: false })
  await take([owed])
  expect(await shown()).toEqual({ due: 10_000, ahead: 0, charged: true })
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: false })
})

test('a payment settled after the books showed it is posted by the same record again', async () => {
  const { take, pay, owner, shown } = await invoiceWithCard()
  await pay('unknown')
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: true })
  await owner.query(`update payment_attempt set state = 'succeeded', settled_at = now()`)
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: false })
})

test('a payment the portal posted ahead of the books is not taken off twice', async () => {
  const { take, pay, owner, shown } = await invoiceWithCard()
  await pay('succeeded', 'ahead')
  await owner.query('update invoice set posted_ahead_cents = 10000')
  const paid = { due: 0, ahead: 10_000, charged: false }
  await take([owed])
  expect(await shown()).toEqual(paid)
  // Something else was added meanwhile: that much is due, and no more.
  await take([invoiceRecord({ balanceDue: '130.00' })])
  expect(await shown()).toEqual({ due: 3_000, ahead: 10_000, charged: false })
  await take([owed])
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: false })
  await take([settled])
  expect(await shown()).toEqual({ due: 0, ahead: 0, charged: false })
  await take([owed])
  expect(await shown()).toEqual({ due: 10_000, ahead: 0, charged: true })
})

test('a failed payment holds nothing back, nor does one whose money went back', async () => {
  const { take, pay, owner, shown } = await invoiceWithCard()
  await owner.query(`
    insert into payment_attempt (
           account_id, invoice_id, card_id, amount_cents, currency, books_balance_cents, actor_name,
           ip_address, state, settled_at)
    select i.account_id, i.id, c.id, 10000, 'USD', 10000, 'Ana', '::1', 'failed', now()
      from invoice i, card c`)
  await take([settled])
  await take([owed])
  expect(await shown()).toEqual({ due: 10_000, ahead: 0, charged: false })

  await pay('succeeded')
  await take([settled])
  // Refunded: a transaction of two sides.
  await owner.query(`
    insert into ledger_entry (
           account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select a.account_id, side.transaction_id::uuid, side.name, a.invoice_id, a.id, side.cents, 'USD'
      from payment_attempt a,
           (values ('00000000-0000-4000-8000-000000000002', 'receivable', 10000),
                   ('00000000-0000-4000-8000-000000000002', 'card_clearing', -10000)
           ) side (transaction_id, name, cents)
     where a.state = 'succeeded'`)
  await take([owed])
  expect(await shown()).toEqual({ due: 10_000, ahead: 0, charged: false })
})

test('what the books call charged is charged for as long as they say so', async () => {
  const { take, shown } = await invoiceWithCard()
  await take([{ ...owed, hasBeenCharged: true }])
  expect(await shown()).toMatchObject({ charged: true })
  await take([owed])
  expect(await shown()).toMatchObject({ charged: false })
})
