import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { changedAccountText } from '@portal/domain/invoices/bank-transfer'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { givenOnHold, givenRefund } from '../../test/attention/attention.ts'
import { writePayment } from '../../test/portal/books.ts'
import { pdfWords } from '../../test/documents/pdf-text.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { shownAccount } from './bank-transfer.ts'

const portal = testPortal({ CARD_LIMIT: '1000' })
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
})

const euro = { currency: 'EUR', subsidiary: 'MTS-EU' }
const transferOf = async (number: string, who = ana) =>
  (await who.get(`/api/invoice/details/${number}`)).json<InvoiceDetail>().bankTransfer
const wordsOf = async (number: string) =>
  pdfWords((await ana.get(`/invoice/pdf/${number}.pdf`)).rawPayload)

const enrol = (accountId: string) =>
  portal.system.query(sql`
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    values (${accountId}, gen_random_uuid(), ${accountId}, 'Ana', '::1', '1', 'Terms')`)

const take = (...records: object[]) => takeBooks(portal.system, records)
const record = {
  record: 'bankAccount',
  subsidiary: 'MTS-EU',
  currencyIsoCode: 'EUR',
  beneficiary: 'Meridian by record',
  bankName: 'Record Bank',
  iban: 'DE89370400440532013000',
}

test('an open invoice shows how to pay it: account, reference, code; its PDF shows the same', async () => {
  await portal.given.invoice('A1', 'EUR-1', { ...euro, balance: 512_385 })
  expect(await transferOf('EUR-1')).toEqual({
    account: expect.objectContaining({
      beneficiary: 'Meridian Trading Systems Europe Ltd',
      iban: 'DE79000000001234567890',
      bic: 'EXMPDEFFXXX',
    }),
    changed: null,
    reference: 'EUR-1',
    contact: 'billing@meridian.example',
    caution: null,
    code: expect.stringMatching(/^BCD\n002\n1\nSCT\n[^]*\nEUR5123\.85\n\n\nEUR-1$/),
  })
  const words = await wordsOf('EUR-1')
  for (const text of [
    'Pay by bank transfer',
    'DE79 0000 0000 1234 5678 90',
    'Reference EUR-1',
    '€5,123.85',
    'Scan with your banking app',
  ])
    expect(words).toContain(text)
})

test('an invoice above the card limit shows it too, without a code that no bank of its currency reads', async () => {
  await portal.given.invoice('A1', 'BIG-1', { balance: 100_001 })
  expect(await transferOf('BIG-1')).toMatchObject({
    account: { accountNumber: '000123456789', routingNumber: '123456780', iban: '' },
    caution: null,
    code: null,
  })
  const words = await wordsOf('BIG-1')
  expect(words).toContain('Routing number (ABA)')
  expect(words).not.toContain('Scan with')
})

test('an invoice on hold, being posted, or with a pending refund or dispute has no bank details', async () => {
  const { given, system } = portal
  await givenOnHold(system, 'A1', 'HELD')
  await given.invoice('A1', 'POSTING')
  await writePayment(system, 'POSTING', 10_000, false)
  await givenRefund(system, 'A1', 'MOVING')
  await system.query(`update payment_refund set state = 'pending' where id = 're_MOVING'`)
  await given.invoice('A1', 'WAITING')
  await system.query(`
    insert into payment_attempt (account_id, invoice_id, invoice_number, is_adopted, amount_cents, currency, state,
                                 actor_name, ip_address)
    select account_id, id, invoice_number, true, 10000, 'USD', 'requires_action', 'Ana', '::1'
      from invoice where invoice_number = 'WAITING'`)
  expect(await wordsOf('WAITING')).toContain('Please pay by')
  for (const number of ['HELD', 'POSTING', 'MOVING', 'WAITING']) {
    expect([number, await transferOf(number)]).toEqual([number, null])
    expect(await wordsOf(number)).not.toContain('Pay by bank transfer')
  }
  expect(await wordsOf('POSTING')).not.toContain('Please pay by')
  expect(await wordsOf('MOVING')).toContain('Please do not pay this invoice until that is settled.')
})

test('returned money is mentioned before the account', async () => {
  await givenRefund(portal.system, 'A1', 'BACK')
  const transfer = await transferOf('BACK')
  expect(transfer?.caution).toMatch(
    /^Refunded on .* You do not need to pay this invoice unless you were asked to again\.$/,
  )
  const words = await wordsOf('BACK')
  expect(words).toContain('You do not need to pay this invoice unless')
  expect(words).not.toContain('Please pay by')
})

test('without an account for the selling company and the currency, the address to ask is shown instead', async () => {
  await portal.given.invoice('A1', 'YEN', { currency: 'JPY', subsidiary: 'MTS-EU', balance: 500 })
  await portal.given.invoice('A1', 'NOWHERE', { currency: 'EUR', subsidiary: 'toString' })
  for (const number of ['YEN', 'NOWHERE'])
    expect(await transferOf(number)).toMatchObject({
      account: null,
      code: null,
      contact: 'billing@meridian.example',
    })
  const words = await wordsOf('YEN')
  expect(words).toContain('To pay in JPY by bank transfer, please ask billing@meridian.example')
  expect(words).not.toMatch(/IBAN|Example Bank/)
})

test('a company on AutoPay is warned, for invoices that a card may pay', async () => {
  const { given, system } = portal
  await given.company('C1')
  const cleo = await portal.person('cleo@c.example', 'C1', ['AccessInvoices'], ['Licenses'])
  await given.invoice('C1', 'CARD')
  await given.invoice('C1', 'LARGE', { balance: 100_001 })
  expect((await transferOf('CARD', cleo))?.caution).toBeNull()
  await enrol('C1')
  expect((await transferOf('CARD', cleo))?.caution).toMatch(/^AutoPay is on/)
  expect((await transferOf('LARGE', cleo))?.caution).toBeNull()
  await system.query(sql`update autopay_enrolment set ended_at = now() where account_id = 'C1'`)
  expect((await transferOf('CARD', cleo))?.caution).toBeNull()
})

/** Confirms in SQL; notify-bank-accounts.test.ts confirms as a super admin. */
const confirm = () =>
  portal.owner.query(
    `update bank_account_state s set confirmed = bank_details(b) from bank_account b where b.key = account_key`,
  )
const setting = 'DE79000000001234567890'

test('a changed account is unconfirmed: the former one stays valid on the invoice, its PDF and the statement', async () => {
  await portal.given.invoice('A1', 'CHANGED', euro)
  await take(record)
  const transfer = await transferOf('CHANGED')
  const { rows } = await portal.owner.query<{ day: string }>(
    `select (changed_at at time zone 'UTC')::date::text as day from bank_account_state where changed_at > now() - interval '1 hour'`,
  )
  expect(transfer).toMatchObject({
    account: { iban: setting },
    changed: { on: rows[0]!.day, account: { iban: record.iban } },
    code: expect.stringContaining(setting),
  })
  const text = changedAccountText(transfer!.changed!, transfer!.account)
  expect(await wordsOf('CHANGED')).toContain(text)
  const statement = '/api/invoice/statements?startdate=11/1/26&statementdate=11/30/26'
  expect(pdfWords((await ana.get(statement)).rawPayload)).toContain(text)
  // If two changes were sent, neither counts as confirmed.
  await take({ ...record, iban: 'GB29NWBK60161331926819' })
  expect((await transferOf('CHANGED'))?.account?.iban).toBe(setting)
  await take({ record: 'delete', kind: 'bankAccount', key: 'MTS-EU EUR' })
  expect(await transferOf('CHANGED')).toMatchObject({ account: { iban: setting }, changed: null })
})

const [one, two, three] = ['1', '2', '3'].map(
  (iban) => ({ iban, accountNumber: '' }) as unknown as BankAccount,
) as [BankAccount, BankAccount, BankAccount]

test.each([
  { what: 'confirmed', confirmed: one, first: null, setting: two, now: one, valid: one },
  { what: 'changed', confirmed: one, first: null, setting: two, now: three, valid: one },
  { what: 'the first one ever', confirmed: null, first: one, setting: null, now: one, valid: one },
  { what: 'changed after it', confirmed: null, first: one, setting: null, now: two, valid: one },
  {
    what: 'the first record, with a setting',
    confirmed: null,
    first: one,
    setting: two,
    now: one,
    valid: two,
  },
  { what: 'a further one', confirmed: null, first: null, setting: null, now: one, valid: null },
])('an account that is $what', ({ confirmed, first, setting: configured, now, valid }) => {
  const bankAccounts = new Map(configured ? [['EUR', configured]] : [])
  const recorded = { now, confirmed, first, changedOn: '2026-11-28' }
  expect(shownAccount({ bankAccounts }, 'EUR', recorded)).toEqual({
    account: valid,
    changed: now === valid ? null : { on: '2026-11-28', account: now },
  })
})

test('a confirmed record wins over the setting, until it is deleted; the amount follows the books', async () => {
  await portal.given.invoice('A1', 'WINS', { ...euro, balance: 700 })
  await portal.given.invoice('A1', 'OTHER', { currency: 'GBP', subsidiary: 'MTS-EU' })
  await take(record)
  await confirm()
  // A change that is sent and then reverted leaves nothing to confirm.
  await take({ ...record, note: 'Two days.' })
  await take(record)
  expect((await transferOf('WINS'))?.account).toMatchObject({
    beneficiary: 'Meridian by record',
    iban: 'DE89370400440532013000',
    bic: '',
  })
  expect((await transferOf('WINS'))?.code).toContain(
    '\nMeridian by record\nDE89370400440532013000\nEUR7.00\n',
  )
  // Only an account of the same currency is used.
  expect((await transferOf('OTHER'))?.account?.bankName).toBe('Example Bank UK plc')
  await portal.system.query(
    `update invoice set books_balance_cents = 300 where invoice_number = 'WINS'`,
  )
  expect((await transferOf('WINS'))?.code).toContain('EUR3.00')
  await take({ record: 'delete', kind: 'bankAccount', key: 'MTS-EU EUR' })
  expect((await transferOf('WINS'))?.account?.iban).toBe('DE79000000001234567890')
})

test('an invoice without a selling company is paid to the account without one', async () => {
  await portal.given.invoice('A1', 'PLAIN', { currency: 'EUR', subsidiary: '' })
  expect((await transferOf('PLAIN'))?.account).toBeNull()
  await take({ ...record, subsidiary: null })
  await confirm()
  expect((await transferOf('PLAIN'))?.account?.beneficiary).toBe('Meridian by record')
  await take({ record: 'delete', kind: 'bankAccount', key: 'EUR' })
})

test('while an import changes the account, a response contains the whole old or the whole new account', async () => {
  await portal.given.invoice('A1', 'RACED', euro)
  const other = { ...record, beneficiary: 'Second name', iban: 'DE79000000001234567890' }
  const pairs = new Set<string>()
  for (let nth = 0; nth < 4; nth += 1) {
    const [, ...seen] = await Promise.all([
      take(nth % 2 ? other : record),
      ...Array.from({ length: 6 }, () => transferOf('RACED')),
    ])
    for (const one of seen)
      for (const shown of [one?.account, one?.changed?.account])
        if (shown) pairs.add(`${shown.beneficiary} ${shown.iban}`)
  }
  const whole = [
    `Meridian Trading Systems Europe Ltd ${setting}`,
    `Meridian by record ${record.iban}`,
    `Second name ${setting}`,
  ]
  expect(whole).toEqual(expect.arrayContaining([...pairs]))
  expect(pairs.size).toBeGreaterThan(1)
  await take({ record: 'delete', kind: 'bankAccount', key: 'MTS-EU EUR' })
})

test('the web role reads accounts, but can neither confirm them nor read the notes of changes', async () => {
  const { db } = portal.deps
  await db.query('select * from bank_account')
  for (const statement of [
    `update bank_account set iban = 'X'`,
    'delete from bank_account',
    'update bank_account_state set confirmed = null',
    `insert into bank_account (subsidiary, currency, beneficiary, bank_name, iban) values ('X', 'EUR', 'x', 'x', 'x')`,
    'select * from bank_account_change',
  ])
    await expect(db.query(statement), statement).rejects.toThrow(/permission denied/)
})

describe('a statement', () => {
  let sam: Browser
  let bob: Browser

  beforeAll(async () => {
    for (const accountId of ['S1', 'T1']) await portal.given.company(accountId)
    sam = await portal.person('sam@s.example', 'S1', ['AccessInvoices'], ['Licenses'])
    bob = await portal.person('bob@t.example', 'T1', ['AccessInvoices'], ['Licenses'])
  })

  const path = '/api/invoice/statements?startdate=11/1/26&statementdate=11/30/26'
  const statement = async (who = sam) => pdfWords((await who.get(path)).rawPayload)
  const blocks = (words: string) => words.match(/Pay by bank transfer · [A-Z]{3}/g) ?? []

  test('without an amount due has no bank details', async () => {
    const { given, system } = portal
    await given.invoice('S1', 'PAID', { balance: 0, amount: 500 })
    await given.invoice('S1', 'CREDIT', { balance: -500, amount: -500, currency: 'EUR' })
    await given.invoice('S1', 'CHARGED', { charged: true })
    await given.invoice('S1', 'HIDDEN', { category: 'Hosting', currency: 'GBP' })
    await given.invoice('T1', 'OTHERS', { currency: 'EUR' })
    await givenOnHold(system, 'S1', 'S-HELD')
    await givenRefund(system, 'S1', 'S-BACK')
    await given.invoice('S1', 'S-POSTING')
    await writePayment(system, 'S-POSTING', 10_000, false)
    expect(blocks(await statement())).toEqual([])
  })

  test('has an account for each currency, and one block for selling companies with the same account', async () => {
    const { given } = portal
    await given.invoice('S1', 'U-1')
    await given.invoice('S1', 'E-1', { currency: 'EUR', subsidiary: 'MTS-US' })
    await given.invoice('S1', 'E-2', { currency: 'EUR', subsidiary: 'MTS-DATA' })
    await given.invoice('S1', 'J-1', { currency: 'JPY' })
    const words = await statement()
    expect(blocks(words)).toEqual([
      'Pay by bank transfer · USD',
      'Pay by bank transfer · EUR',
      'Pay by bank transfer · JPY',
    ])
    for (const text of [
      'For All open invoices in EUR',
      'Reference S1 and the numbers of the invoices that you pay',
      'To pay in JPY by bank transfer, please ask billing@meridian.example',
    ])
      expect(words).toContain(text)
    expect(words).not.toContain('AutoPay is on')
    expect(blocks(await statement(bob))).toEqual(['Pay by bank transfer · EUR'])
  })

  test('names the invoices of each of two accounts in one currency', async () => {
    await portal.given.invoice('S1', 'E-3', { currency: 'EUR', subsidiary: 'MTS-EU' })
    const words = await statement()
    expect(words).toMatch(/· EUR For (E-1, E-2|E-2, E-1) Beneficiary Meridian Trading Systems Ben/)
    expect(words).toMatch(/· EUR For E-3 Beneficiary Meridian Trading Systems Europe Ltd/)
  })

  test('mentions AutoPay only in USD, where cards are charged', async () => {
    await enrol('S1')
    const [, usd = '', ...others] = (await statement()).split('Pay by bank transfer · ')
    expect(usd).toMatch(/^USD AutoPay is on and may charge some of these invoices by card\./)
    expect(others.join()).not.toContain('AutoPay')
  })
})
