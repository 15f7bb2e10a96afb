import { expect, test } from 'vitest'
import { importDatabase, type TestRecord } from '../../test/import/import-fixture.ts'

const account = (fields: TestRecord = {}): TestRecord => ({
  record: 'bankAccount',
  subsidiary: 'MTS-EU',
  currencyIsoCode: 'EUR',
  beneficiary: 'Meridian GmbH',
  bankName: 'Example Bank',
  iban: 'DE79 0000 0000 1234 5678 90',
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

test('numbers that do not identify one account are rejected by their field with a reason, and nothing changes', async () => {
  const { take, faultsOf, rows } = await importDatabase(account())
  const before = await rows('select * from bank_account, bank_account_change')
  const uk = { ...british, iban: '' }
  const us = { iban: '', accountNumber: '1234', routingNumber: '021000021' }
  const german = { accountNumber: '31926819' }
  const other = 'accountNumber is not the number that the IBAN contains'
  for (const [fields, fault] of [
    [{ iban: 'DE79000000001234567891' }, 'iban has a wrong checksum'],
    [{ iban: null }, 'iban is missing, and so is accountNumber'],
    [{ iban: '', bic: '', accountNumber: '1' }, 'bic is missing: without it'],
    [{ routingNumber: '021000021' }, 'accountNumber is missing: a routing'],
    [{ sortCode: '123456', accountNumber: '1234567' }, 'accountNumber is not of 8'],
    [{ bic: 'EXMPGB2LXXX' }, 'bic is of another country than the IBAN'],
    [{ ...british, accountNumber: '12345679' }, 'iban is of another account'],
    [{ accountNumber: '9999999999' }, other],
    [{ ...british, sortCode: '', accountNumber: '87654321' }, other],
    [{ ...german, sortCode: '601613' }, 'iban is of another country than the sortCode'],
    [
      { ...german, routingNumber: '021000021' },
      'iban is of another country than the routingNumber',
    ],
    [
      { ...us, bic: '', accountNumber: '12345678', sortCode: '601613' },
      'sortCode is of another country',
    ],
    [us, 'bic is of another country than the routingNumber'],
    [{ ...uk, bic: 'EXMPDEFF' }, 'bic is of another country than the sortCode'],
  ] as [TestRecord, string][])
    expect(await faultsOf(account(fields), account({ subsidiary: 'OTHER' }))).toEqual([
      expect.stringContaining(`1 ${fault}`),
    ])
  expect(await take([account({ iban: null })])).toMatchObject({ outcome: 'refused' })
  expect(await rows('select * from bank_account, bank_account_change')).toEqual(before)
})

test('numbers that name the same account are accepted together', async () => {
  const { faultsOf } = await importDatabase()
  const faults = await faultsOf(
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
  )
  expect(faults).toEqual([])
})

test('an account is stored in the form’s format, once per subsidiary and currency', async () => {
  const mine = [account(), account(british), account({ subsidiary: null })]
  const { faultsOf, verdict, column } = await importDatabase()
  expect(await faultsOf(...mine, account())).toEqual([])
  expect(
    await column(
      `select concat_ws(', ', key, iban, sort_code, account_number) from bank_account order by key`,
    ),
  ).toEqual([
    'EUR, DE79000000001234567890, , ',
    'MTS-EU EUR, DE79000000001234567890, , ',
    'MTS-EU GBP, GB52EXMP12345612345678, 123456, 12345678',
  ])
  // Spaces and lower case do not count as a change.
  const again = [account({ iban: 'de79000000001234567890' }), ...mine.slice(1)]
  expect(await verdict('bankAccount', ...again)).toEqual(['unchanged'])
  const twice = await faultsOf(account(), account({ note: 'another' }))
  expect(twice[0]).toMatch(/^1 currencyIsoCode /)
})

test('every change is recorded with the last four characters and its sender, by any statement', async () => {
  const { take, column, owner, db } = await importDatabase()
  const changes = () =>
    column(`select concat_ws(', ', account_key, changed_by, coalesce(was, 'none'), coalesce(is_now, 'none'),
                             array_to_string(changed, ' '))
              from bank_account_change order by changed_at`)
  const sender = 'API key ERP (pk_1)'
  const changed = account({ note: 'Two days.', iban: 'DE89370400440532013000' })
  await take([account()], { sender })
  await take([account()], { sender })
  await take([changed], { dryRun: true })
  const first = `MTS-EU EUR, ${sender}, none, 7890, `
  expect(await changes()).toEqual([first])
  await take([changed], { sender: 'Thief' })
  await owner.query(`update bank_account set beneficiary = 'Other'`)
  await owner.query(`update bank_account set beneficiary = 'Other'`)
  await db.query(`delete from bank_account`)
  expect(await changes()).toEqual([
    first,
    'MTS-EU EUR, Thief, 7890, 3000, iban note',
    expect.stringMatching(/^MTS-EU EUR, .*owner.*, 3000, 3000, beneficiary$/),
    expect.stringMatching(/^MTS-EU EUR, .*system.*, 3000, none, $/),
  ])
})

test('only an account imported before any other was stored needs no confirmation', async () => {
  const { take, rows, column } = await importDatabase()
  const first = () =>
    column(`select account_key from bank_account_state where first is not null order by 1`)
  await take([account()], { dryRun: true })
  await take([account(), account({ currencyIsoCode: 'USD' })])
  const stored = ['MTS-EU EUR', 'MTS-EU USD']
  expect(await first()).toEqual(stored)
  await take([account({ currencyIsoCode: 'GBP' }), account({ note: 'Two days.' })])
  expect(await first()).toEqual(stored)
  expect(
    await rows(`select first ->> 'note' as note from bank_account_state order by first is null`),
  ).toEqual([{ note: '' }, { note: '' }, { note: null }])
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
