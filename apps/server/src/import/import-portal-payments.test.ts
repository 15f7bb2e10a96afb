import { expect, test } from 'vitest'
import { aldgate, importDatabase, invoiceRecord } from './import-fixture.ts'

const first = '0b8f0f3e-4d2a-4c1e-9f0a-0123456789ab'
const second = '1b8f0f3e-4d2a-4c1e-9f0a-0123456789ab'
const naming = (...amounts: [id: string, amount: string][]) =>
  invoiceRecord({ portalPayments: amounts.map(([id, amount]) => ({ id, amount })) })

/** The stored content of the newest record of INV-1. */
const kept = `
  select i.names_payments as named, i.named_by_person as "byPerson", i.books_balance_cents::int as balance,
         coalesce((select json_object_agg(n.payment_id, n.amount_cents) from invoice_portal_payment n
                    where n.invoice_id = i.id), '{}') as contained
    from invoice i where i.invoice_number = 'INV-1'`

test('the newest record names the payments in the balance; one without the list names none', async () => {
  const { take, rows } = await importDatabase()
  await take([aldgate, naming([first.toUpperCase(), '40.00'], [second, '0'])])
  expect(await rows(kept)).toMatchObject([
    { named: true, contained: { [first]: 4000, [second]: 0 } },
  ])
  expect(
    (await take([naming([first, '40.00'], [second, '0'])])).kinds.get('invoice'),
  ).toMatchObject({ unchanged: 1 })
  await take([naming([second, '7.50'])])
  expect(await rows(kept)).toMatchObject([{ named: true, contained: { [second]: 750 } }])
  await take([naming()])
  expect(await rows(kept)).toMatchObject([{ named: true, contained: {} }])
  await take([invoiceRecord({ portalPayments: null })])
  expect(await rows(kept)).toMatchObject([{ named: false, contained: {} }])
})

test('negative amounts, duplicate payments and invalid payment ids are rejected', async () => {
  const { take, rejects } = await importDatabase()
  await take([aldgate])
  const faults = async (portalPayments: unknown) => {
    await take([invoiceRecord({ portalPayments })])
    return rejects.map(({ field, reason }) => `${field} ${reason}`)
  }
  expect(await faults([{ id: first, amount: '-0.01' }])).toEqual([
    'portalPayments[0].amount is negative',
  ])
  expect(await faults([{ id: 'pi_1', amount: '1' }, { amount: '1' }])).toEqual([
    'portalPayments[0].id is not a payment id (a UUID)',
    'portalPayments[1].id is missing',
  ])
  const twice = [
    { id: first, amount: '1' },
    { id: first.toUpperCase(), amount: '2' },
  ]
  expect(await faults(twice)).toEqual([`portalPayments names a payment twice: ${first}`])
  expect(await faults('none')).toEqual(['portalPayments is not a list'])
})

test('a person’s explanation stands until the amount, the balance or the named payments change', async () => {
  const { take, rows, owner } = await importDatabase()
  await take([aldgate, invoiceRecord()])
  const resolve = async () => {
    await owner.query(`
      update invoice set names_payments = true, named_by_person = true;
      insert into invoice_portal_payment select account_id, id, '${first}', 100 from invoice on conflict do nothing`)
    expect(await rows(kept)).toMatchObject([{ byPerson: true, contained: { [first]: 100 } }])
  }
  await resolve()
  await take([invoiceRecord()])
  await take([invoiceRecord({ name: 'Another name' })])
  expect(await rows(kept)).toMatchObject([
    { named: true, byPerson: true, contained: { [first]: 100 } },
  ])
  const nothing = [{ named: false, byPerson: false, contained: {} }]
  await take([invoiceRecord({ balanceDue: '99.00' })])
  expect(await rows(kept)).toMatchObject(nothing)
  await resolve()
  await take([invoiceRecord({ balanceDue: '99.00', amount: '101.00' })])
  expect(await rows(kept)).toMatchObject(nothing)
  await resolve()
  await take([{ ...naming(), balanceDue: '99.00', amount: '101.00' }])
  expect(await rows(kept)).toMatchObject([{ named: true, byPerson: false, contained: {} }])
})

test('with BOOKS_CONTAIN_PORTAL_PAYMENTS=never each record is read as naming no payments', async () => {
  const { take, rows } = await importDatabase()
  const never = { booksContainPayments: 'never' } as const
  await take([aldgate, invoiceRecord()])
  expect((await take([invoiceRecord()], never)).kinds.get('invoice')).toMatchObject({ updated: 1 })
  expect(await rows(kept)).toMatchObject([{ named: true, contained: {} }])
  expect((await take([naming([first, '5'])], never)).kinds.get('invoice')).toMatchObject({
    unchanged: 1,
  })
})

test('the time of a decision to collect is stored, and must not be in the future', async () => {
  const { take, rows, rejects } = await importDatabase()
  await take([aldgate, invoiceRecord({ collect: '2026-11-01T10:00:00Z' })])
  const collect = 'select collect_at as at from invoice'
  expect(await rows(collect)).toEqual([{ at: new Date('2026-11-01T10:00:00Z') }])
  await take([invoiceRecord()])
  expect(await rows(collect)).toEqual([{ at: null }])
  await take([invoiceRecord({ collect: new Date(Date.now() + 360_000).toISOString() })])
  expect(rejects).toMatchObject([{ field: 'collect', reason: expect.stringContaining('ahead') }])
})
