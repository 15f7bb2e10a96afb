import { shownItem } from '@portal/domain/attention/attention-shown'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import { withNewKey } from '../../test/integration/api-keys.ts'
import { startDesk, type Desk } from '../../test/attention/attention-desk.ts'
import type { TestPortal } from '../../test/portal/portal.ts'
import { queuedMails } from '../../test/portal/mails.ts'
import { importUploads } from '../integration/import-uploads.ts'
import { notifyBankAccounts } from './notify-bank-accounts.ts'

let desk: Desk
let portal: TestPortal
const log = {
  warn: vi.fn<(details: object, message: string) => void>(),
  error: vi.fn<() => void>(),
}

beforeAll(async () => {
  desk = await startDesk()
  ;({ portal } = desk)
  const { given, system } = portal
  await given.user('gone@p.example', 'P1', [], [], 'SuperAdmin')
  await system.query(`update portal_user set deactivated_at = now() where email = 'gone@p.example'`)
  await given.company('A1')
})
afterAll(() => portal.close())
beforeEach(async () => {
  log.warn.mockClear()
  await portal.system.query('delete from mail')
  await portal.system.query('delete from bank_account')
  await portal.system.query('update bank_account_change set told_at = now()')
})

const account = {
  record: 'bankAccount',
  subsidiary: 'MTS-EU',
  currencyIsoCode: 'EUR',
  beneficiary: 'Meridian GmbH',
  bankName: 'Example Bank',
  iban: 'DE89370400440532013000',
}
const stolen = { ...account, beneficiary: 'Thief', iban: 'DE79000000001234567890' }

/** Sends records with a key like the books, and imports them like a worker. */
async function send(...records: object[]) {
  const key = await withNewKey(portal, ...apiScopes)
  const answer = await fetch(`${portal.origin}/api/integration/records?wait=0`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...key.headers },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  })
  expect(answer.status).toBe(202)
  expect(await importUploads(portal.system, log, portal.deps.config)).toBe(1)
  return key
}
const tell = () => notifyBankAccounts(portal.system, portal.deps.config, log)
const mails = () => queuedMails(portal)
/** Imports accounts and sends their mails. */
async function known(...accounts: object[]) {
  await send(...(accounts.length ? accounts : [account]))
  await tell()
  await portal.system.query('delete from mail')
  log.warn.mockClear()
}

test('present and former super admins get one email about a changed account and its sender, with only four characters', async () => {
  await known()

  const { prefix } = await send(stolen)
  expect(await tell()).toBe(1)
  const sent = await mails()
  expect(sent.map(({ recipient }) => recipient)).toEqual([
    'gone@p.example',
    'maya@p.example',
    'omar@p.example',
  ])
  const [mail] = sent
  expect(mail?.subject).toBe('Bank details of MTS-EU EUR changed')
  expect(mail?.text).toContain(
    `MTS-EU EUR: the account ending in 7890, was 3000; by API key Test (${prefix}).`,
  )
  expect(mail?.text).toContain(`${portal.origin}/attention`)
  expect(log.warn.mock.calls).toEqual([
    [
      {
        event: 'bank_account.changed',
        code: expect.any(String),
        reason: `MTS-EU EUR: 3000 to 7890, by API key Test (${prefix})`,
      },
      expect.stringContaining('Bank details'),
    ],
  ])
  const told = JSON.stringify([await mails(), log.warn.mock.calls])
  for (const iban of [account.iban, stolen.iban]) expect(told).not.toContain(iban.slice(4))
  expect(await tell()).toBe(0)
  expect(await mails()).toHaveLength(3)
})

test('new, changed and deleted accounts of one import are one mail', async () => {
  await known(account, { ...account, currencyIsoCode: 'USD' })
  await send(
    { ...account, note: 'Two days.' },
    { record: 'delete', kind: 'bankAccount', key: 'MTS-EU USD' },
    { ...account, subsidiary: null },
  )
  expect(await tell()).toBe(3)
  const [mail] = await mails()
  expect(mail?.subject).toBe('3 sets of bank details changed')
  for (const text of [
    'MTS-EU EUR: other details of the account ending in 3000; by API key',
    'MTS-EU USD: deleted, was the account ending in 3000, is now the account of BANK_ACCOUNTS ending in 7890; by API key',
    '\nEUR: new, the account ending in 3000; by API key',
  ])
    expect(mail?.text).toContain(text)
})

test('the mail about an account that replaces that of the setting mentions it', async () => {
  await send(account)
  await tell()
  expect((await mails())[0]?.text).toContain(
    'MTS-EU EUR: new, the account ending in 3000, in place of the account of BANK_ACCOUNTS ending in 7890; by',
  )
})

test('an import that repeats, is rejected or is a dry run sends nothing', async () => {
  await known()
  await send(account)
  await send({ ...stolen, iban: 'DE00' })
  expect(await tell()).toBe(0)
  expect(await mails()).toEqual([])
})

test('a change outside of the import is mailed too, and simultaneous workers mail it once', async () => {
  await known()
  await portal.system.query(`update bank_account set iban = 'DE79000000001234567890'`)
  const counts = await Promise.all([tell(), tell(), tell()])
  expect(counts.sort()).toEqual([0, 0, 1])
  expect(await mails()).toHaveLength(3)
  expect((await mails())[0]?.text).toMatch(/ending in 7890, was 3000; by \w*system/)
})

test('a change is listed until a super admin confirms it, once, and the history of the provider names that person', async () => {
  await send(account)
  const item = await desk.item('bankAccounts', 'MTS-EU EUR')
  expect(item).toMatchObject({
    accountId: null,
    detail: expect.stringMatching(/^New: account ending in 3000; by API key Test \(portal_/),
  })
  expect(await desk.count()).toBeGreaterThan(0)
  const confirm = 'bankAccounts/confirm'
  expect((await desk.act(desk.maya, confirm, { ...item, accountId: 'A1' })).status).toBe(404)
  const { rows } = await portal.deps.db.query(
    `select confirm_bank_account_change('x', $1) as key`,
    [item.id],
  )
  expect(rows).toEqual([{ key: null }])
  const shown = shownItem(item)
  const both = await Promise.all(
    [desk.maya, desk.omar].map((who) => desk.act(who, confirm, item, { shown })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const ends = 'the account ending in 3000, formerly the account ending in 7890'
  expect(both.map(({ message }) => message)).toContain(
    `The bank details of MTS-EU EUR are confirmed: ${ends}.`,
  )
  expect((await desk.list('bankAccounts')).map(({ id }) => id)).not.toContain(item.id)
  expect(await desk.historyOf('P1')).toEqual([
    expect.stringMatching(
      new RegExp(`Confirmed a change of the bank details of MTS-EU EUR \\(.*\\): ${ends}$`),
    ),
  ])
})

test('only the shown state of the newest change is confirmed; its deletion does not make the next account valid', async () => {
  await send(account)
  const shown = await desk.item('bankAccounts', 'MTS-EU EUR')
  expect(shown.bankAccounts).toMatchObject({ stored: { iban: account.iban } })
  await send(stolen)
  const confirm = (item: AttentionItem, more: object) =>
    desk.act(desk.maya, 'bankAccounts/confirm', item, more)
  const seen = { shown: shownItem(shown) }
  expect((await confirm(shown, seen)).status).toBe(409)
  const newest = await desk.item('bankAccounts', 'MTS-EU EUR')
  expect(newest.bankAccounts?.stored?.beneficiary).toBe('Thief')
  const { bankAccounts } = seen.shown
  for (const other of [{ shown: { ...shownItem(newest), bankAccounts } }, {}])
    expect(await confirm(newest, other)).toEqual({
      status: 409,
      message: expect.stringMatching(
        /^The bank details have changed since you saw them\. Nothing was/,
      ),
    })
  const valid = newest.bankAccounts?.valid
  await send({ record: 'delete', kind: 'bankAccount', key: 'MTS-EU EUR' })
  await send(stolen)
  const again = await desk.item('bankAccounts', 'MTS-EU EUR')
  expect(again.bankAccounts?.valid).toEqual(valid)
  const subjects = (await desk.list('bankAccounts')).map(({ subject }) => subject)
  expect(subjects.filter((one) => one === 'MTS-EU EUR')).toHaveLength(1)
})

test('the history of the company of the super admins has each change with its sender', async () => {
  await known()
  const { prefix } = await send(stolen)
  await tell()
  const { rows } = await portal.system.query(
    `select account_id, actor_name, description from history_entry where actor_name ~ $1`,
    [prefix],
  )
  expect(rows).toEqual([
    {
      account_id: 'P1',
      actor_name: `API key Test (${prefix})`,
      description:
        'Changed the bank details of MTS-EU EUR: the account ending in 7890, formerly the account ending in 3000',
    },
  ])
})

test('a change without a recipient waits until there is one', async () => {
  await known()
  await send(stolen)
  await portal.owner.query('alter table portal_user disable trigger user')
  await portal.system.query(`update portal_user set role = 'User'`)
  await portal.owner.query('delete from super_admin_change')
  await portal.owner.query('alter table portal_user enable trigger user')
  expect(await tell()).toBe(0)
  const config = { ...portal.deps.config, securityEmail: 'Security@p.example' }
  expect(await notifyBankAccounts(portal.system, config, log)).toBe(1)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['security@p.example'])
  await portal.system.query(`update portal_user set role = 'SuperAdmin' where email ~ 'maya|omar'`)
})
