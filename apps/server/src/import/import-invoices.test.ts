import { expect, test } from 'vitest'
import { writeLostDispute, writePayment, writeRefund } from '../../test/portal/books.ts'
import {
  aldgate,
  importDatabase,
  invoiceRecord,
  type TestRecord,
} from '../../test/import/import-fixture.ts'

const day = (n: number) => `2026-10-${String(n).padStart(2, '0')}T06:00:00Z`
const header = (n: number) => ({ record: 'header', asOf: day(n) })
const deleted = { record: 'delete', kind: 'invoice', key: 'INV-1' }
const balance = (cents: number, n?: number) =>
  invoiceRecord({ balanceDue: (cents / 100).toFixed(2), ...(n && { asOf: day(n) }) })

/** A company, and the import's state of INV-1. */
async function books() {
  const database = await importDatabase(aldgate)
  return {
    ...database,
    balances: () => database.column('select books_balance_cents::int from invoice'),
    verdict: (...records: TestRecord[]) => database.verdict('invoice', ...records),
    /** Imports record lists one after the other. Each import must have the given verdict and leave the given balance. */
    expectEach: async (...all: [TestRecord[], verdict: string, balance?: number][]) => {
      for (const [records, verdict, cents] of all) {
        expect(await database.verdict('invoice', ...records)).toContain(verdict)
        const stored = await database.column('select books_balance_cents::int from invoice')
        expect(stored).toEqual(cents === undefined ? [] : [cents])
      }
    },
  }
}

test('an older record changes nothing and is counted; of equally old ones the last to arrive wins', async () => {
  const { expectEach, column } = await books()
  await expectEach(
    [[balance(10_000, 5)], 'inserted', 10_000],
    [[balance(9000, 4)], 'stale', 10_000],
    [[balance(8000, 5)], 'updated', 8000],
    // An unchanged record updates the stored time.
    [[balance(8000, 9)], 'unchanged', 8000],
    [[balance(100, 7)], 'stale', 8000],
    // Copies in one import are as new as the newest of them.
    [[balance(9000, 8), balance(9000, 10)], 'updated', 9000],
  )
  expect(await column('select count(*)::int from invoice')).toEqual([1])
})

test('a record’s own time comes first, then the header’s, then --as-of', async () => {
  const { take, balances, expectEach } = await books()
  await expectEach(
    [[header(5), balance(10_000)], 'inserted', 10_000],
    [[header(3), balance(9000)], 'stale', 10_000],
    [[header(3), balance(8000, 6)], 'updated', 8000],
  )
  const report = await take([balance(7000)], { asOf: day(4) })
  expect(report.kinds.get('invoice')).toMatchObject({ stale: 1 })
  await take([balance(6000)], { asOf: day(7) })
  expect(await balances()).toEqual([6000])
})

test('after it was sent once, the instant is required, even after the invoice was deleted', async () => {
  const { take, faultsOf } = await books()
  const missing = ['1 asOf is missing: earlier records of this invoice had it']
  await take([balance(10_000, 5)])
  for (const record of [balance(10_000), deleted]) expect(await faultsOf(record)).toEqual(missing)
  await take([{ ...deleted, asOf: day(6) }])
  expect(await faultsOf(balance(10_000))).toEqual(missing)
})

test('up to five minutes ahead counts as now, more is rejected', async () => {
  const { verdict, faultsOf, column } = await books()
  const ahead = (minutes: number, cents: number) => ({
    ...balance(cents),
    asOf: new Date(Date.now() + minutes * 60_000).toISOString(),
  })
  expect(await faultsOf(ahead(6, 10_000))).toEqual([expect.stringMatching(/^1 asOf .*ahead/)])
  expect(await verdict(ahead(4, 10_000))).toEqual(['inserted'])
  expect(await column('select as_of <= now() from invoice_extract')).toEqual([true])
  expect(await verdict(ahead(0, 9000))).toEqual(['updated'])
})

test('a deleted invoice contains no payments, and an old file does not restore it', async () => {
  const { expectEach, column } = await books()
  const portalPayments = [{ id: first, amount: '1' }]
  await expectEach(
    [[header(5), { ...balance(10_000), portalPayments }], 'inserted', 10_000],
    [[header(4), deleted], 'stale', 10_000],
    [[header(8), deleted], 'deleted'],
  )
  expect(await column('select payment_id from invoice_portal_payment')).toEqual([])
  await expectEach([[header(7), balance(10_000)], 'stale'])
  expect(await column('select line_no from invoice_line')).toEqual([])
  await expectEach([[header(9), balance(5000)], 'inserted', 5000])
})

test('a header has an instant and no other field, or the records after it are rejected too', async () => {
  const { take, balances } = await books()
  const headers = [{ record: 'header' }, { record: 'header', asOf: 'now', by: 'ERP' }]
  const { firstRejects } = await take([...headers, balance(10_000)], { skipRejects: true })
  expect(firstRejects.map(({ line, field }) => `${line} ${field}`)).toEqual([
    '1 asOf',
    '2 asOf',
    '2 by',
    '3 asOf',
  ])
  expect(await balances()).toEqual([])
})

// Two payments of the portal that a balance contains.

const first = '0b8f0f3e-4d2a-4c1e-9f0a-0123456789ab'
const second = '1b8f0f3e-4d2a-4c1e-9f0a-0123456789ab'
const naming = (...amounts: [id: string, amount: string][]) =>
  invoiceRecord({ portalPayments: amounts.map(([id, amount]) => ({ id, amount })) })

/** Selects the stored content of the newest record of INV-1. */
const kept = `
  select i.names_payments as named, i.named_by_person as "byPerson",
         coalesce((select json_object_agg(n.payment_id, n.amount_cents) from invoice_portal_payment n
                    where n.invoice_id = i.id), '{}') as contained
    from invoice i where i.invoice_number = 'INV-1'`
const named = (contained: object) => ({ named: true, byPerson: false, contained })
const none = { named: false, byPerson: false, contained: {} }

test('the newest record names the payments in the balance; one without the list names none', async () => {
  const { verdict, rows } = await books()
  for (const [record, expected, stored] of [
    [
      naming([first.toUpperCase(), '40.00'], [second, '0']),
      'inserted',
      named({ [first]: 4000, [second]: 0 }),
    ],
    [naming([first, '40.00'], [second, '0']), 'unchanged', named({ [first]: 4000, [second]: 0 })],
    [naming([second, '7.50']), 'updated', named({ [second]: 750 })],
    [naming(), 'updated', named({})],
    [invoiceRecord({ portalPayments: null }), 'updated', none],
  ] as const) {
    expect(await verdict(record)).toEqual([expected])
    expect(await rows(kept)).toEqual([stored])
  }
})

test.each([
  [[{ id: first, amount: '-0.01' }], ['[0].amount is negative']],
  [
    [{ id: 'pi_1', amount: '1' }, { amount: '1' }],
    ['[0].id is not a payment id (a UUID)', '[1].id is missing'],
  ],
  [
    [first, first.toUpperCase()].map((id) => ({ id, amount: '1' })),
    [` names a payment twice: ${first}`],
  ],
  ['none', [' is not a list']],
])('the payments %j are rejected', async (portalPayments, reasons) => {
  const { faultsOf } = await books()
  const faults = reasons.map((reason) => `1 portalPayments${reason}`)
  expect(await faultsOf(invoiceRecord({ portalPayments }))).toEqual(faults)
})

test('a person’s explanation stays valid until the amount, the balance or the named payments change', async () => {
  const { take, rows, owner } = await books()
  const explained = { named: true, byPerson: true, contained: { [first]: 100 } }
  const resolve = async () => {
    await owner.query(`
      update invoice set names_payments = true, named_by_person = true;
      insert into invoice_portal_payment select account_id, id, '${first}', 100 from invoice on conflict do nothing`)
    expect(await rows(kept)).toEqual([explained])
  }
  await take([invoiceRecord()])
  await resolve()
  const changed = { balanceDue: '99.00', amount: '101.00' }
  for (const [record, stored] of [
    [invoiceRecord(), explained],
    [invoiceRecord({ name: 'Another name' }), explained],
    [invoiceRecord({ balanceDue: '99.00' }), none],
    [invoiceRecord(changed), none],
    [{ ...naming(), ...changed }, named({})],
  ] as const) {
    await take([record])
    expect(await rows(kept)).toEqual([stored])
    if (stored === none) await resolve()
  }
})

test('with BOOKS_CONTAIN_PORTAL_PAYMENTS=never each record is read as naming no payments', async () => {
  const { take, rows } = await books()
  const never = { booksContainPayments: 'never' } as const
  await take([invoiceRecord()])
  expect((await take([invoiceRecord()], never)).kinds.get('invoice')).toMatchObject({ updated: 1 })
  expect(await rows(kept)).toEqual([named({})])
  const { kinds } = await take([naming([first, '5'])], never)
  expect(kinds.get('invoice')).toMatchObject({ unchanged: 1 })
})

test('the time of a decision to collect is stored, and must not be in the future', async () => {
  const { take, column, faultsOf } = await books()
  const collect = 'select collect_at from invoice'
  await take([invoiceRecord({ collect: '2026-11-01T10:00:00Z' })])
  expect(await column(collect)).toEqual([new Date('2026-11-01T10:00:00Z')])
  await take([invoiceRecord()])
  expect(await column(collect)).toEqual([null])
  const ahead = new Date(Date.now() + 360_000).toISOString()
  const faults = await faultsOf(invoiceRecord({ collect: ahead }))
  expect(faults).toEqual([expect.stringMatching(/^1 collect .*ahead/)])
})

// An invoice with payments in another currency.

const inEuros = invoiceRecord({ currencyIsoCode: 'EUR' })
const attempt = (state: string) => `
  insert into payment_attempt (account_id, invoice_id, invoice_number, is_adopted, amount_cents, currency, actor_name,
                               ip_address, state, settled_at)
  select account_id, id, invoice_number, true, 10000, 'USD', 'Ana', '::1', '${state}',
         case when '${state}' = 'failed' then now() end from invoice`
const fixedDay = (startedAt: string) => `
  insert into autopay_day (account_id, day, started_at) select account_id, current_date, ${startedAt} from invoice;
  insert into autopay_item (account_id, day, invoice_id, amount_cents, demand)
  select account_id, current_date, id, 10000, 0 from invoice`
const batch = (finishedAt: string) => `
  with card as (insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year)
                select account_id, 'pm', 'f', 'visa', '4242', 1, 2040 from invoice returning account_id, id),
       batch as (insert into payment_batch (account_id, request_key, card_id, actor_account_id, actor_name, ip_address, finished_at)
                 select account_id, 'key', id, account_id, 'Ana', '::1', ${finishedAt} from card returning account_id, id)
  insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
  select batch.account_id, batch.id, 1, invoice.id, 10000 from batch, invoice`
type Owner = Parameters<typeof writePayment>[0]
const pay = (owner: Owner) => writePayment(owner, 'INV-1', 10_000, true)

test.each<[string, (owner: Owner) => Promise<unknown>, isRefused: boolean]>([
  ['is paid', pay, true],
  ['is refunded', async (owner) => writeRefund(owner, await pay(owner), 10_000), true],
  ['was charged back', async (owner) => writeLostDispute(owner, await pay(owner), 10_000), true],
  ['is being paid', (owner) => owner.query(attempt('open')), true],
  ['waits for the bank', (owner) => owner.query(attempt('requires_action')), true],
  ['was declined', (owner) => owner.query(attempt('failed')), false],
  ["is in AutoPay's fixed day", (owner) => owner.query(fixedDay('null')), true],
  ['was in a day that was run', (owner) => owner.query(fixedDay('now()')), false],
  ['is in a running batch', (owner) => owner.query(batch('null')), true],
  ['was left out of a batch', (owner) => owner.query(batch('now()')), false],
])('another currency of an invoice that %s: refused %#', async (_, act, isRefused) => {
  const { take, faultsOf, verdict, owner } = await books()
  await take([invoiceRecord({ asOf: day(5) })])
  await act(owner)
  const refused = [
    '1 currencyIsoCode changes from USD to EUR, but the invoice has a card payment or a planned one: send it in USD with amount and balanceDue 0, and a new invoiceNumber in EUR',
  ]
  expect(await verdict({ ...inEuros, asOf: day(4) })).toEqual(['stale'])
  expect(await faultsOf({ ...inEuros, asOf: day(6) })).toEqual(isRefused ? refused : [])
})

test('the remedy of the refusal is accepted: a withdrawal and a new invoice; the selling company may be renamed', async () => {
  const { take, owner, verdict } = await books()
  await take([invoiceRecord({ subsidiary: 'MTS-US' })])
  await pay(owner)
  const withdrawn = invoiceRecord({ amount: '0', balanceDue: '0', subsidiary: 'MTS-EU' })
  const successor = { ...inEuros, invoiceNumber: 'INV-2' }
  expect(await verdict(withdrawn, successor)).toEqual(['inserted', 'updated'])
})

test('a payment in another currency cannot be in the balance', async () => {
  const { take, owner, faultsOf } = await books()
  await take([invoiceRecord()])
  const id = await pay(owner)
  const other = { ...inEuros, invoiceNumber: 'INV-2', portalPayments: [{ id, amount: '92.00' }] }
  expect(await faultsOf(other)).toEqual([
    `1 portalPayments names a payment in USD, which an invoice in EUR cannot contain: ${id}`,
  ])
})

test('other payments in the balance are named once each, above 0, by an id, and with portalPayments', async () => {
  const { faultsOf } = await importDatabase(aldgate)
  const one = { id: 'R-1', amount: '1', method: 'check' }
  const of = (...settledBy: object[]) => invoiceRecord({ settledBy, portalPayments: [] })
  expect(await faultsOf(invoiceRecord({ settledBy: [one] }))).toEqual([
    '1 settledBy needs portalPayments, which says how much card payments reduced balanceDue',
  ])
  expect(await faultsOf(of(one, one))).toEqual(['1 settledBy names a payment twice: R-1'])
  expect(
    await faultsOf(of({ ...one, amount: '0' }, { ...one, id: 'R-2', paidOn: '2099-01-01' })),
  ).toEqual(['1 settledBy[0].amount is not above 0', '1 settledBy[1].paidOn is after today'])
  expect(await faultsOf(of({ ...one, id: ' ' }))).toEqual(['1 settledBy[0].id is blank'])
})
