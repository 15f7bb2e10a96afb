import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder } from '../../../../tools/prepare-database.ts'
import { newestRelease, restoreRelease } from '../../test/releases/releases.ts'
import { bookMissing } from '../invoices/book-movements.ts'
import { bookPast } from '../invoices/close-days.ts'
import { inTransaction, openDatabase } from '../platform/database/database.ts'
import { migrate, readMigrations } from '../platform/database/migrate.ts'
import { verifyHistory } from '../team/verify-history.ts'
import {
  aldgate,
  fairhaven,
  importDatabase,
  invoiceRecord,
  licenseRecord,
  orderRecord,
  takeBooks,
} from '../../test/import/import-fixture.ts'

const merged = { ...fairhaven, formerAccountId: aldgate.accountId }
const ofFairhaven = { accountId: fairhaven.accountId }
const third = { record: 'company', accountId: '30001', name: 'Third' }

/** Rows of the merged company that the stored portal does not have. */
const fill = `
  set search_path = public;
  insert into attention_resolution (account_id, list, item_id, action, actor_name) values ('10458', 'x', 'x', 'x', 'Ana');
  insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    values ('10458', gen_random_uuid(), '10458', 'Ana', '::1', '1', 'x');
  insert into autopay_day (account_id, day, started_at) values ('10458', '2026-01-01', now());
  insert into autopay_item (account_id, day, invoice_id, amount_cents, demand)
    select account_id, '2026-01-01', min(id), 1, 0 from invoice where account_id = '10458' group by 1;
  insert into autopay_rules (account_id) values ('10458');
  insert into company_network values ('10458', 'N', 'N');
  insert into equipment_request (account_id, equipment_request_id, order_date, external_order_status, books_status)
    values ('10458', 'E', '2026-01-01', 'Closed', 'Closed');
  insert into equipment_line (account_id, equipment_request_id, line_no, id, equipment_name) values ('10458', 'E', 1, 'E', 'E');
  insert into equipment_decision (account_id, equipment_request_id, decision, actor_id, actor_account_id, actor_name, ip_address, total_cents)
    values ('10458', 'E', 'cancelled', gen_random_uuid(), '10458', 'Ana', '::1', 0);
  with a as (insert into invoice_archive (account_id, actor_account_id, user_id, invoice_ids)
    values ('10458', '10458', gen_random_uuid(), '{1}') returning account_id, id)
  insert into invoice_archive_part (account_id, archive_id, invoice_id) select account_id, id, 1 from a;
  insert into invoice_told values ('10458', 'x', '2026-01-01 1', '2026-01-02');
  insert into invite (account_id, email, invite_code, invited_by_account, expires_at) values ('10458', 'x@x.example', 'x', '10458', now());
  insert into license_alias values ('10458', 'L-old', 'L', 'L', 'record', now());
  insert into license_extract values ('10458', 'L', now());
  insert into license_order_extract values ('10458', 'L', now());
  insert into license_order_step (account_id, order_id, line_id, step, at)
    select account_id, min(id), 0, 'Accepted', now() from license_order where account_id = '10458' group by 1;
  insert into payment_elsewhere (account_id, payment_id, to_account_id, to_invoice_id, amount_cents)
    select p.account_id, p.id, i.account_id, i.id, 1
      from (select account_id, min(id::text)::uuid as id from payment_attempt group by 1) p,
           (select account_id, min(id) as id from invoice group by 1) i
     where p.account_id <> i.account_id and '10458' in (p.account_id, i.account_id);
  insert into provided_license (account_id, license_id, product_id, currency, record_digest) values ('10458', 'L', 'P', 'USD', '');
  insert into request_key (account_id, actor_id, key, digest) values ('10458', gen_random_uuid(), 'x', '');
  insert into super_admin_change (account_id, user_id, email, changed_by, is_granted)
    select account_id, id, email, 'x', false from portal_user where account_id = '10458' limit 1;
  insert into transfer_notice (account_id, transfer_id, invoice_number, currency, amount_cents, paid_on, reference, actor_id, actor_name, after_movement)
    values ('10458', gen_random_uuid(), 'x', 'USD', 1, '2026-01-02', '', gen_random_uuid(), 'x', 0);
  insert into unknown_intent (account_id, intent_id, attempt_id, invoice_number, amount_cents, status)
    values ('10458', 'x', gen_random_uuid(), 'x', 1, 'x');
  insert into unsent_order (account_id, person_id, revision, content) values ('10458', gen_random_uuid(), 1, '{}')`

test('all rows of a used portal move; only sealed entries and sent events of the former company remain', async () => {
  const urls = await restoreRelease(newestRelease)
  await migrate(urls.owner, await readMigrations(migrationsFolder))
  await bookPast(urls.owner)
  const admin = new pg.Client({ connectionString: urls.admin })
  await admin.connect()
  const system = openDatabase({ connectionString: urls.system, name: 'merge test', size: 2 })
  onTestFinished(async () => {
    await admin.end()
    await system.end()
  })
  const { rows: tables } = await admin.query<{ name: string }>(`
    select table_name::text as name from information_schema.columns
     where column_name = 'account_id' and table_name in (
             select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
     order by 1`)
  const counts = async (accountId: string) => {
    const counted: Record<string, number> = {}
    for (const { name } of tables) {
      const text = `select count(*)::int as rows from public.${name} where account_id = $1`
      const { rows } = await admin.query<{ rows: number }>(text, [accountId])
      if (rows[0]!.rows > 0) counted[name] = rows[0]!.rows
    }
    return counted
  }
  await admin.query(fill)
  const before = await counts(fairhaven.accountId)
  expect(tables.map(({ name }) => name).filter((one) => !before[one])).toEqual(['former_company'])
  const missing = () => inTransaction(system, async (tx) => (await bookMissing(tx)).lines)
  expect(await missing()).toBe(0)
  await takeBooks(system, [{ ...third, formerAccountId: fairhaven.accountId }])
  const sealed = ['history_entry', 'history_head', 'history_seal']
  const sent = ['outbox_company', 'outbox_event', 'outbox_stream']
  expect(Object.keys(await counts(fairhaven.accountId))).toEqual([...sealed, ...sent])
  const last = { ...third, accountId: '30002' }
  await takeBooks(system, [{ ...last, formerAccountId: third.accountId }])
  expect(Object.keys(await counts(third.accountId))).toEqual(sealed)
  const gone = ['invoice_archive', 'invoice_archive_part', 'provider_customer', 'session', ...sent]
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name))
  expect(await counts(last.accountId)).toEqual({
    ...Object.fromEntries(kept),
    former_company: 2,
    // Three readers get a mail that AutoPay is off.
    mail: before['mail']! + 3,
    // Two entries for the merges, one for each import, and one for AutoPay.
    history_entry: before['history_entry']! + 5,
    history_seal: before['history_seal']! + 5,
  })
  for (const accountId of [fairhaven.accountId, third.accountId, last.accountId])
    expect((await verifyHistory(system, accountId)).problem).toBeUndefined()
  const { rows: actors } = await admin.query(`
    select distinct actor_account_id from public.history_entry where account_id = '30002' and actor_id is not null`)
  expect(actors).not.toContainEqual({ actor_account_id: fairhaven.accountId })
  // A payment that is named in an invoice of another company moves with both companies. The row is deleted when both
  // are one company.
  await takeBooks(system, [{ ...last, formerAccountId: aldgate.accountId }])
  const { rows: elsewhere } = await admin.query(`
    select account_id || ' in ' || to_account_id as one from public.payment_elsewhere order by 1`)
  expect(elsewhere).toEqual([{ one: '10471 in 30002' }, { one: '30002 in 10471' }])
  expect(await missing()).toBe(0)
})

test('an invalid record changes nothing, and each fault is named', async () => {
  const { faultsOf, take, rows } = await importDatabase(aldgate, fairhaven, third)
  const of = (former: string, into = fairhaven) => ({ ...into, formerAccountId: former })
  const place = (line: number) => `test.ndjson:${line}`
  expect(await faultsOf(of('10458'))).toEqual(['1 formerAccountId is the company itself'])
  expect(await faultsOf(of('99'))).toEqual(['1 formerAccountId names no known company: 99'])
  expect(await faultsOf(merged, aldgate)).toEqual([
    `1 formerAccountId is also sent as a company: ${place(2)}`,
  ])
  expect(await faultsOf(merged, of('10412', third))).toEqual([
    `1 formerAccountId is also merged into 30001: ${place(2)}`,
    `2 formerAccountId is also merged into 10458: ${place(1)}`,
  ])
  expect(await faultsOf(merged, invoiceRecord())).toEqual([
    expect.stringContaining(`send this one before them. The first is in ${place(2)}`),
  ])
  await take([merged])
  expect(await faultsOf(of('10412', third))).toEqual([
    '1 formerAccountId is already merged into 10458',
  ])
  expect(await faultsOf(of('10458', aldgate))).toEqual([
    expect.stringMatching(/^1 accountId is merged into 10458 since \d{4}-\d\d-\d\d$/),
  ])
  expect(await rows('select account_id from company order by 1')).toEqual([
    { account_id: '10458' },
    { account_id: '30001' },
  ])
})

test('a merge happens once; late records of the former company count for the new one, whose equal records are unchanged', async () => {
  const { take, verdict, rows, rejects } = await importDatabase(aldgate, fairhaven)
  await take([invoiceRecord(), licenseRecord(), orderRecord()])
  const settled = async () => [
    await rows('select * from former_company'),
    await rows(`select account_id, description from history_entry where entry_type <> 'Import'`),
  ]
  expect(await verdict('company', merged)).toEqual(['updated'])
  const once = await settled()
  expect(await verdict('company', merged)).toEqual(['unchanged'])
  expect(await verdict('company', merged, invoiceRecord(ofFairhaven))).toEqual(['unchanged'])
  expect(await verdict('company', fairhaven)).toEqual(['unchanged'])
  expect(await settled()).toEqual(once)
  const records = [
    invoiceRecord({ balanceDue: '0.00' }),
    licenseRecord({ userName: 'bea' }),
    orderRecord({ notes: 'late' }),
    invoiceRecord({ invoiceNumber: 'INV-2' }),
    { record: 'user', email: 'ana@aldgate.example', accountId: '10412' },
    { record: 'externalRecipient', email: 'ap@aldgate.example', accountId: '10412' },
  ]
  await take(records)
  expect(rejects).toEqual([])
  const { kinds } = await take(records.map((one) => ({ ...one, ...ofFairhaven })))
  expect([...kinds.values()].every(({ inserted, updated }) => inserted + updated === 0)).toBe(true)
  expect(
    await rows(`
      select account_id, invoice_number, count(l) as lines from invoice left join invoice_line l using (account_id)
       where l.invoice_id = invoice.id group by 1, 2 order by 2`),
  ).toEqual([
    { account_id: '10458', invoice_number: 'INV-1', lines: 1 },
    { account_id: '10458', invoice_number: 'INV-2', lines: 1 },
  ])
})

test('lines without a mail in one of two companies get one after the merge, and no line gets a second one', async () => {
  const { owner, take, rows } = await importDatabase(aldgate, fairhaven, third)
  await take([invoiceRecord()])
  await take([invoiceRecord({ ...ofFairhaven, invoiceNumber: 'INV-2' })])
  const tell = () =>
    owner.query(`
      update company set told_movement = (select max(id) from invoice_movement) where account_id = '10458'`)
  const untold = () =>
    rows(`
      select invoice_number from company c join invoice_movement m using (account_id)
       where m.id > c.told_movement order by 1`)
  await tell()
  await take([merged])
  expect(await untold()).toEqual([{ invoice_number: 'INV-1' }, { invoice_number: 'INV-2' }])
  await tell()
  await take([{ ...third, formerAccountId: '10458' }])
  expect(await untold()).toEqual([])
})

test('of rows in both companies, that of the new one stays; a mail that is off in one is off', async () => {
  const recipient = { record: 'externalRecipient', email: 'ap@example.com' }
  const network = { record: 'network', networkId: 'N', shortName: 'Net' }
  const { owner, take, rejects, rows } = await importDatabase(aldgate, fairhaven)
  const both = ['10412', '10458'].map((accountId) => ({ accountId }))
  await take(
    both.flatMap((of) => [
      { ...recipient, ...of },
      { ...network, ...of, shortName: of.accountId },
    ]),
  )
  expect(rejects).toEqual([])
  await owner.query(`
    update mail_address set kinds_off = case account_id when '10412' then '{receipts,autopay}' else '{autopay}' end::text[];
    insert into invite (account_id, email, invite_code, invited_by_account, expires_at)
      select account_id, 'b@example.com', account_id, account_id, now() from company;
    insert into card (account_id, id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
      select account_id, md5(account_id)::uuid, account_id, 'same', 'visa', '4242', 1, 2040, true from company;
    insert into autopay_day (account_id, day, started_at)
      select account_id, day, case day when '2026-01-01' then now() end
        from company, unnest('{2026-01-01,2026-01-02}'::date[]) day;
    insert into payment_batch (account_id, request_key, card_id, autopay_day, actor_account_id, actor_name, ip_address, finished_at)
      select account_id, 'x', md5(account_id)::uuid, '2026-01-01', account_id, 'AutoPay', 'system', now() from company`)
  await take([merged])
  expect(rejects).toEqual([])
  const all = async (table: string, columns: string) => {
    const found = await rows(
      `select ${columns} from ${table} where account_id = '10458' order by 1`,
    )
    return found.map((row) => Object.values(row))
  }
  expect(await all('external_recipient', 'email')).toEqual([['ap@example.com']])
  expect(await all('company_network', 'short_name')).toEqual([['10458']])
  expect(await all('mail_address', 'kinds_off')).toEqual([[['autopay', 'receipts']]])
  expect(await all('invite', 'invite_code, revoked_at is null')).toEqual([
    ['10412', false],
    ['10458', true],
  ])
  expect(await all('card', 'provider_card_id, is_default, removed_at is null')).toEqual([
    ['10412', false, false],
    ['10458', true, true],
  ])
  expect(await all('autopay_day', 'day::text')).toEqual([['2026-01-01']])
  expect(await all('payment_batch', 'autopay_day is null')).toEqual([[false], [true]])
})

test('a network under both numbers is that of the new one, in any order; one under the former number alone is taken over', async () => {
  const network = { record: 'network', networkId: 'N' }
  const [former, present] = [aldgate, fairhaven].map(({ accountId, name }) => ({
    ...network,
    accountId,
    shortName: name,
  })) as [object, object]
  const { take, verdict, rejects, column, faultsOf } = await importDatabase(aldgate, fairhaven)
  await take([merged])
  const stored = () => column('select short_name from company_network')
  const records = [former, present] as Record<string, unknown>[]
  expect(await verdict('network', ...records)).toEqual(['inserted', 'unchanged'])
  expect(await verdict('network', ...records.toReversed())).toEqual(['unchanged'])
  expect(rejects).toEqual([])
  expect(await stored()).toEqual([fairhaven.name])
  expect(await verdict('network', records[0]!)).toEqual(['updated'])
  expect(await stored()).toEqual([aldgate.name])
  const other = { ...present, shortName: 'Other' }
  expect(await faultsOf(records[1]!, other)).toHaveLength(2)
})

test('another spelling of a former company does not create the company again', async () => {
  const former = { ...aldgate, accountId: 'A-1' }
  const { faultsOf, take, rejects } = await importDatabase(former, fairhaven)
  await take([{ ...fairhaven, formerAccountId: former.accountId }])
  expect(rejects).toEqual([])
  expect(await faultsOf({ ...aldgate, accountId: 'a-1' })).toEqual([
    '1 accountId "a-1" differs only in case, blanks or invisible characters from the stored key "A-1"',
  ])
})
