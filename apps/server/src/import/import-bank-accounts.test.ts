import { expect, test } from 'vitest'
import { importDatabase, type TestRecord } from './import-fixture.ts'

const account = (fields: TestRecord = {}): TestRecord => ({
  record: 'bankAccount',
  subsidiary: 'MTS-EU',
  currencyIsoCode: 'EUR',
  beneficiary: 'Meridian GmbH',
  bankName: 'Example Bank',
  iban: 'DE79 0000 0000 1234 5678 90',
  // In all codes of this file, XXX is the branch code of a head office (ISO 9362).
  bic: 'EXMPDEFFXXX',
  ...fields,
})
const british = {
  currencyIsoCode: 'GBP',
  iban: 'GB52EXMP12345612345678',
  bic: 'EXMPGB2LXXX',
  sortCode: '12-34-56',
  accountNumber: '1234 5678',
}

const wrong: [string, TestRecord, string][] = [
  ['a wrong checksum', { iban: 'DE79000000001234567891' }, 'iban has a wrong checksum'],
  ['no account at all', { iban: null }, 'iban is missing, and so is accountNumber'],
  [
    'an account without a bank',
    { iban: '', bic: '', accountNumber: '1' },
    'bic is missing: without it',
  ],
  ['a routing number alone', { routingNumber: '021000021' }, 'accountNumber is missing: a routing'],
  [
    'a sort code with 7 digits',
    { sortCode: '123456', accountNumber: '1234567' },
    'accountNumber is not of 8',
  ],
  ['a BIC of another country', { bic: 'EXMPGB2LXXX' }, 'bic is of another country than the IBAN'],
  ['two British accounts', { ...british, accountNumber: '12345679' }, 'iban is of another account'],
  [
    'an IBAN and the number of another account',
    { accountNumber: '9999999999' },
    'accountNumber is not the number that the IBAN contains',
  ],
  [
    'a British IBAN and the number of another account',
    { ...british, sortCode: '', accountNumber: '87654321' },
    'accountNumber is not the number that the IBAN contains',
  ],
  [
    'a German IBAN with a sort code',
    { sortCode: '601613', accountNumber: '31926819' },
    'iban is of another country than the sortCode',
  ],
  [
    'a German IBAN with a routing number',
    { accountNumber: '12345678', routingNumber: '021000021' },
    'iban is of another country than the routingNumber',
  ],
  [
    'a routing number and a sort code',
    {
      iban: '',
      bic: '',
      accountNumber: '12345678',
      routingNumber: '021000021',
      sortCode: '601613',
    },
    'sortCode is of another country',
  ],
  [
    'a routing number with a German BIC',
    { iban: '', accountNumber: '1234', routingNumber: '021000021' },
    'bic is of another country than the routingNumber',
  ],
  [
    'a sort code with a German BIC',
    { ...british, iban: '', bic: 'EXMPDEFF' },
    'bic is of another country than the sortCode',
  ],
]

test.each(wrong)(
  '%s is rejected by its field with a reason, and nothing changes',
  async (_, fields, reason) => {
    const { take, rejects, rows } = await importDatabase()
    await take([account()])
    const before = await rows('select * from bank_account, bank_account_change')
    const report = await take([account(fields), account({ subsidiary: 'OTHER' })])
    expect(report.outcome).toBe('refused')
    expect(rejects.map((one) => `${one.field} ${one.reason}`)).toEqual([
      expect.stringContaining(reason),
    ])
    expect(await rows('select * from bank_account, bank_account_change')).toEqual(before)
  },
)

test('numbers that name the same account are accepted together', async () => {
  const { take, rejects } = await importDatabase()
  await take([
    account({ accountNumber: '1234567890' }),
    account(british),
    account({ ...british, subsidiary: 'A', bic: '', sortCode: '' }),
    account({ ...british, subsidiary: 'B', iban: '' }),
    account({
      subsidiary: 'C',
      iban: '',
      accountNumber: '1234',
      routingNumber: '021000021',
      bic: 'EXMPUS44',
    }),
    account({ subsidiary: 'D', iban: '', accountNumber: '1234', bic: 'EXMPAU2S' }),
  ])
  expect(rejects).toEqual([])
})

test('an account is stored in the form’s format, once per subsidiary and currency', async () => {
  const { take, rejects, rows } = await importDatabase()
  const mine = [account(), account(british), account({ subsidiary: null })]
  await take([...mine, account()])
  expect(rejects).toEqual([])
  expect(
    await rows('select key, iban, sort_code, account_number from bank_account order by key'),
  ).toEqual([
    { key: 'EUR', iban: 'DE79000000001234567890', sort_code: '', account_number: '' },
    { key: 'MTS-EU EUR', iban: 'DE79000000001234567890', sort_code: '', account_number: '' },
    {
      key: 'MTS-EU GBP',
      iban: 'GB52EXMP12345612345678',
      sort_code: '123456',
      account_number: '12345678',
    },
  ])
  // Spaces and lower case are no change.
  const again = await take([account({ iban: 'de79000000001234567890' }), ...mine.slice(1)])
  expect(again.kinds.get('bankAccount')).toMatchObject({ unchanged: 3, updated: 0 })
  const two = await take([account(), account({ note: 'another' })])
  expect(two.outcome).toBe('refused')
  expect(rejects[0]).toMatchObject({ field: 'currencyIsoCode' })
})

test('every change is recorded with the last four characters and its sender, by any statement', async () => {
  const { take, rows, owner, db } = await importDatabase()
  const changes = () =>
    rows(
      `select account_key, changed_by, was, is_now, changed from bank_account_change order by changed_at`,
    )
  await take([account()], { sender: 'API key ERP (pk_1)' })
  await take([account()], { sender: 'API key ERP (pk_1)' })
  await take([account({ note: 'Two days.', iban: 'DE89370400440532013000' })], { dryRun: true })
  expect(await changes()).toEqual([
    {
      account_key: 'MTS-EU EUR',
      changed_by: 'API key ERP (pk_1)',
      was: null,
      is_now: '7890',
      changed: [],
    },
  ])
  await take([account({ note: 'Two days.', iban: 'DE89370400440532013000' })], { sender: 'Thief' })
  await owner.query(`update bank_account set beneficiary = 'Other'`)
  await owner.query(`update bank_account set beneficiary = 'Other'`)
  await db.query(`delete from bank_account`)
  expect((await changes()).slice(1)).toEqual([
    {
      account_key: 'MTS-EU EUR',
      changed_by: 'Thief',
      was: '7890',
      is_now: '3000',
      changed: ['iban', 'note'],
    },
    {
      account_key: 'MTS-EU EUR',
      changed_by: expect.stringMatching(/owner/),
      was: '3000',
      is_now: '3000',
      changed: ['beneficiary'],
    },
    {
      account_key: 'MTS-EU EUR',
      changed_by: expect.stringMatching(/system/),
      was: '3000',
      is_now: null,
      changed: [],
    },
  ])
})

test('the role that imports cannot hide a change', async () => {
  const { take, db } = await importDatabase()
  await take([account()])
  for (const statement of [
    'delete from bank_account_change',
    'truncate bank_account_change',
    `update bank_account_change set is_now = '1234'`,
    'update bank_account_change set seen_at = now()',
    `insert into bank_account_change (account_key, changed_by, changed) values ('X', 'x', '{}')`,
    'alter table bank_account disable trigger all',
  ])
    await expect(db.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
})
