import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { givenOnHold, givenRefund } from '../../test/attention.ts'
import { writePayment } from '../../test/books.ts'
import { pdfWords } from '../../test/pdf-text.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1', 'Brightwater')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.user('bob@b.example', 'B1', ['AccessInvoices'], ['Licenses'])
  ana = await portal.signIn('ana@a.example')
})

const path = '/api/invoice/statements?startdate=11/1/26&statementdate=11/30/26'
const statement = async (who = ana) => pdfWords((await who.get(path)).rawPayload)
const blocks = (words: string) => words.match(/Pay by bank transfer · [A-Z]{3}/g) ?? []

test('with nothing to pay a statement has no bank details', async () => {
  const { given, system } = portal
  await given.invoice('A1', 'PAID', { balance: 0, amount: 500 })
  await given.invoice('A1', 'CREDIT', { balance: -500, amount: -500, currency: 'EUR' })
  await given.invoice('A1', 'CHARGED', { charged: true })
  await given.invoice('A1', 'HIDDEN', { category: 'Hosting', currency: 'GBP' })
  await given.invoice('B1', 'OTHERS', { currency: 'EUR' })
  await givenOnHold(system, 'A1', 'HELD')
  await givenRefund(system, 'A1', 'BACK')
  await given.invoice('A1', 'POSTING')
  await writePayment(system, 'POSTING', 10_000, false)
  expect(blocks(await statement())).toEqual([])
})

test('an account for each currency, and one block for selling companies with the same account', async () => {
  const { given } = portal
  await given.invoice('A1', 'U-1')
  await given.invoice('A1', 'E-1', { currency: 'EUR', subsidiary: 'MTS-US' })
  await given.invoice('A1', 'E-2', { currency: 'EUR', subsidiary: 'MTS-DATA' })
  await given.invoice('A1', 'J-1', { currency: 'JPY' })
  const words = await statement()
  expect(blocks(words)).toEqual([
    'Pay by bank transfer · USD',
    'Pay by bank transfer · EUR',
    'Pay by bank transfer · JPY',
  ])
  expect(words).toContain('For All open invoices in EUR')
  expect(words).toContain('Reference A1 and the numbers of the invoices that you pay')
  expect(words).toContain('To pay in JPY by bank transfer, please ask billing@meridian.example')
  expect(words).not.toContain('AutoPay is on')
  const bob = await portal.signIn('bob@b.example')
  expect(blocks(await statement(bob))).toEqual(['Pay by bank transfer · EUR'])
})

test('two accounts of one currency say which invoices each is for', async () => {
  await portal.given.invoice('A1', 'E-3', { currency: 'EUR', subsidiary: 'MTS-EU' })
  const words = await statement()
  expect(words).toMatch(
    /bank transfer · EUR For (E-1, E-2|E-2, E-1) Beneficiary Meridian Trading Systems Ben/,
  )
  expect(words).toMatch(
    /bank transfer · EUR For E-3 Beneficiary Meridian Trading Systems Europe Ltd/,
  )
})

test('AutoPay is said where cards are charged: in USD', async () => {
  await portal.system.query(sql`
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    values ('A1', gen_random_uuid(), 'A1', 'Ana', '::1', '1', 'Terms')`)
  const [, usd = '', ...others] = (await statement()).split('Pay by bank transfer · ')
  expect(usd).toMatch(/^USD AutoPay is on and may charge some of these invoices by card\./)
  expect(others.join()).not.toContain('AutoPay')
})
