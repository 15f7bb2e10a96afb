import { beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { givenOnHold, givenRefusedMail } from '../../test/attention/attention.ts'
import { queryPlan } from '../../test/database/query-plan.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { inTransaction } from '../platform/database/database.ts'

const portal = testPortal()

// Enough rows for a wrong plan to be visible; ten times as many rows give the same plans and row counts.
beforeAll(async () => {
  const category = await portal.given.category('Licenses')
  for (const table of ['invoice', 'payment_attempt'])
    await portal.owner.query(`alter table ${table} disable trigger user`)
  await portal.owner.query(`
    insert into company (account_id, name) select 'C' || n, 'Company ' || n from generate_series(1, 1000) n;
    insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
    select account_id, account_id, account_id, 'visa', '4242', 1, 2040 from company;
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                         books_balance_cents, names_payments)
    select 'C' || 1 + n % 1000, 'N-' || n, ${category}, '2026-01-01', 'USD', 100,
           case when n % 100 = 0 then 100 else 0 end, n % 200 = 0
      from generate_series(1, 100000) n;
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                 ip_address, state, settled_at, posted_at, created_at)
    select i.account_id, i.id, i.invoice_number, c.id, 100, 'USD', 'Ana', '::1', 'succeeded', now() - interval '60 days',
           now(), now() - interval '60 days'
      from invoice i join card c on c.account_id = i.account_id where i.books_balance_cents = 0;
    insert into mail (account_id, about, kind, recipient, subject, content, sent_at)
    select 'C1', 'm' || n, 'receipts', 'a@c.example', 'S', '{}', now() from generate_series(1, 50000) n;
    insert into provider_event (id, type, object_id, outcome)
    select 'evt_' || n, 'charge.refunded', 're_' || n, 'refunded' from generate_series(1, 50000) n`)
  await portal.owner.query(`
    insert into invoice_question (account_id, invoice_number, position, line, message, actor_id, actor_account_id,
                                  actor_name, request_key, asked_at, withdrawn_at)
    select account_id, invoice_number, 1, '{}', 'Why?', gen_random_uuid(), account_id, 'Ana', 'key',
           now() - interval '10 days', now()
      from invoice limit 50000`)
  await portal.owner.query('vacuum analyze')
  await givenOnHold(portal.system, 'C1', 'HOLD')
  await givenRefusedMail(portal.system, 'C2', 'gone@c.example')
}, 240_000)

test('the number in the navigation needs no full scan of a large table', async () => {
  const plan = await inTransaction(portal.system, (tx) =>
    queryPlan(
      tx,
      sql`select list, count(*) from attention_item where list <> 'moneyBack' group by list`,
    ),
  )
  // Of 100,000 invoices, 500 are open and their books list no payments. Only these 500 are read.
  expect(plan.rowsTouched, plan.text).toBeLessThan(5000)
  const { rows } = await portal.system.query(
    `select list, count(*) as n from attention_item group by list order by list`,
  )
  expect(rows).toEqual([
    { list: 'mails', n: 1 },
    { list: 'onHold', n: 1 },
  ])
})

test('each list is read from its index', async () => {
  for (const list of [
    'onHold',
    'attempts',
    'unknown',
    'events',
    'mails',
    'imports',
    'questions',
    'moneyBack',
  ]) {
    const plan = await inTransaction(portal.system, (tx) =>
      queryPlan(tx, sql`select * from attention_item where list = ${list} order by since limit 10`),
    )
    expect(plan.rowsTouched, `${list}: ${plan.text}`).toBeLessThan(5000)
  }
})
