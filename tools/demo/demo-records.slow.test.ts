import { bankAccountKey } from '@portal/domain/invoices/bank-transfer'
import { toCents } from '@portal/domain/kernel/money'
import { expect, test } from 'vitest'
import { importDatabase } from '../../apps/server/test/import/import-fixture.ts'
import { demoBankAccounts } from './demo-bank-accounts.ts'
import { demoCards } from './demo-cards.ts'
import { demoInvite } from './demo-invite.ts'
import { demoRecords } from './demo-records.ts'

const today = '2026-11-21'

interface DemoInvoice {
  record: string
  accountId: string
  amount: string
  balanceDue: string
  currencyIsoCode: string
  dueDate: string | null
  date: string
  source: string
  subsidiary: string
  hasBeenCharged?: boolean
  lineItems: { total: string }[]
}

const invoicesOf = (day: string) =>
  [...demoRecords(day)].filter(({ record }) => record === 'invoice') as unknown as DemoInvoice[]
// All currencies of the demo have hundredths.
const cents = (decimal: string) => toCents(Number(decimal), 'USD')

test('the demo is the same for the same day, and the import rejects no record', async () => {
  expect([...demoRecords(today)]).toEqual([...demoRecords(today)])
  const { take, rejects, column, owner } = await importDatabase()
  for (const day of [today, '2028-02-29', '2027-01-01', '2026-12-31']) {
    await take([...demoRecords(day)], { dryRun: true })
    expect([day, ...rejects]).toEqual([day])
  }
  await owner.query(
    `create or replace function portal_now() returns timestamptz language sql stable
         as $$ select timestamptz '${today}T12:00:00Z' $$`,
  )
  await take([...demoRecords(today)])
  const again = await take([...demoRecords(today)])
  for (const counts of again.kinds.values())
    expect(counts).toMatchObject({ inserted: 0, updated: 0 })
  const [ofAldgate, ofBrightwater, ofFairhaven] = (await column(`
    select count(*)::int from invoice group by account_id order by account_id`)) as number[]
  expect(Math.abs((ofAldgate ?? 0) - 160)).toBeLessThan(15)
  expect(Math.abs((ofFairhaven ?? 0) - 60)).toBeLessThan(10)
  expect(Math.abs((ofBrightwater ?? 0) - 25)).toBeLessThan(8)
})

test('every rule about invoices has an example', () => {
  const invoices = invoicesOf(today)
  const some = (what: (invoice: DemoInvoice) => boolean) => invoices.filter(what).length
  expect(some(({ balanceDue }) => cents(balanceDue) === 5_000_000)).toBe(1)
  expect(some(({ balanceDue }) => cents(balanceDue) === 5_000_001)).toBe(1)
  expect(some(({ hasBeenCharged, balanceDue }) => !!hasBeenCharged && cents(balanceDue) > 0)).toBe(
    2,
  )
  expect(some(({ amount }) => cents(amount) < 0)).toBeGreaterThan(1)
  expect(some(({ dueDate }) => dueDate === null)).toBeGreaterThan(0)
  expect(some(({ lineItems }) => lineItems.length > 600)).toBe(1)
  for (const code of ['USD', 'EUR', 'GBP'])
    expect(some(({ currencyIsoCode }) => currencyIsoCode === code)).toBeGreaterThan(2)
  expect(new Set(invoices.map(({ source }) => source)).size).toBeGreaterThan(2)
  expect(new Set(invoices.map(({ subsidiary }) => subsidiary)).size).toBe(3)
  const overdue = some(
    ({ accountId, dueDate, balanceDue }) =>
      accountId === '10458' && !!dueDate && dueDate < today && cents(balanceDue) > 0,
  )
  expect(overdue).toBe(0)
})

test('there is a bank account for every selling company and currency', () => {
  const known = demoBankAccounts.map((one) => bankAccountKey(one.subsidiary, one.currencyIsoCode))
  for (const { subsidiary, currencyIsoCode } of invoicesOf(today))
    expect(known).toContain(bankAccountKey(subsidiary, currencyIsoCode))
})

test('the invited user and the cards belong to companies of the demo', () => {
  const companies = new Set(
    [...demoRecords(today)].flatMap((record) =>
      record['record'] === 'company' ? [record['accountId']] : [],
    ),
  )
  expect(companies).toContain(demoInvite.accountId)
  expect(demoInvite.email).toBe('nina.petrov@newhire.example')
  for (const { accountId } of demoCards()) expect(companies).toContain(accountId)
  expect(demoCards().filter(({ isDefault }) => isDefault)).toHaveLength(2)
})
