import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { portal as run } from '../../test/integration/command-line.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { verifyHistory } from '../team/verify-history.ts'

const portal = testPortal()

const erase = (email: string, ...more: string[]) =>
  run(['erase', '--person', email, ...more], portal.env)

let count = 0

/** Creates a company with former users of these first names, and history entries about them. */
async function company(names: string[], texts: (addresses: string[]) => string[]) {
  const accountId = `E${(count += 1)}`
  await portal.given.company(accountId)
  const emails = names.map((name) => `${name}@${accountId.toLowerCase()}.example`)
  for (const email of emails) await portal.given.user(email, accountId)
  await portal.system.query(sql`
    update portal_user set deactivated_at = now() where account_id = ${accountId}`)
  for (const text of texts(emails)) await write(accountId, text)
  return { accountId, emails: emails as [string, string] }
}

const write = (accountId: string, description: string) =>
  portal.system.query(sql`
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
    values (${accountId}, 'Eve', '::1', 'User', 'Test', ${description})`)

async function texts(accountId: string): Promise<string[]> {
  const { rows } = await portal.system.query<{ description: string }>(sql`
    select description from history_entry where account_id = ${accountId} order by id`)
  return rows.map(({ description }) => description)
}

test('without --yes the changes are shown, and nothing changes', async () => {
  const { accountId, emails } = await company(['ana'], ([ana]) => [`Invited ${ana}`])
  const before = await texts(accountId)
  const { code, out } = await erase(emails[0].toUpperCase())
  expect(code).toBe(0)
  expect(out).toMatch(/^portal_user +1 +0$/m)
  expect(out).toMatch(/^history_entry +1 +0$/m)
  expect(out).toContain('Nothing was changed. To erase this, add --yes.')
  expect(await texts(accountId)).toEqual(before)
})

test('an unknown address and an active user are refused', async () => {
  await portal.given.company('ACTIVE')
  await portal.given.user('active@a.example', 'ACTIVE')
  const refused = async (email: string) => (await erase(email, '--yes')).err
  expect(await refused('nobody@a.example')).toMatch(/Nothing in the portal has the address nobody@/)
  expect(await refused('active@a.example')).toMatch(/active user of company ACTIVE. Remove the/)
  expect(await erase('active@a.example', '--no')).toMatchObject({ code: 2 })
})

test('a colleague reads what a former user did, without the name and the address', async () => {
  const { accountId, emails } = await company(['ana', 'joana'], ([ana, joana]) => [
    `Removed ana Test (${ana})`,
    `Invited ${joana}, ${ana}.au and ${ana}.`,
    `Joana Test and Mariana Testa paid`,
    `Invited o'${ana}, é${ana}, '${ana}', <${ana}> and cc=${ana}`,
  ])
  await erase(emails[0], '--yes')
  expect(await texts(accountId)).toEqual([
    'Removed Former user',
    `Invited ${emails[1]}, ${emails[0]}.au and Former user.`,
    'Joana Test and Mariana Testa paid',
    `Invited o'${emails[0]}, é${emails[0]}, 'Former user', <Former user> and cc=Former user`,
    'Erased a former user from the portal, and from 3 entries of this history',
  ])
  expect((await erase(emails[0], '--yes')).err).toMatch(/Nothing in the portal/)
})

test('a name and an address at the start of a line are erased from mails of others', async () => {
  const { accountId, emails } = await company(['ana'], () => [])
  const content = { lead: `Question:\nana Test\n${emails[0]}` }
  await portal.system.query(sql`
    insert into mail (account_id, about, kind, recipient, subject, content)
    values (${accountId}, 'question', 'answers', 'ben@b.example', 'Q', ${JSON.stringify(content)})`)
  await erase(emails[0], '--yes')
  const { rows } = await portal.system.query(sql`
    select content from mail where account_id = ${accountId}`)
  expect(rows).toEqual([{ content: { lead: 'Question:\nFormer user\nFormer user' } }])
})

test('a name that another user of the company has stays in texts, which the report mentions', async () => {
  const { accountId, emails } = await company(['ana'], ([ana]) => [`ana Test is ${ana}`])
  await portal.given.user('ana@other.example', accountId)
  expect((await erase(emails[0], '--yes')).out).toContain('Texts that mention "ana Test" stay')
  expect((await texts(accountId))[0]).toBe('ana Test is Former user')
})

test('an address that another user has now is not the address of the former user', async () => {
  const { accountId, emails } = await company(['ana', 'ben'], ([ana]) => [`Invited ${ana}`])
  await portal.system.query(sql`
    update portal_user set former_keys = array[${emails[0]}] where email = ${emails[1]}`)
  await erase(emails[1], '--yes')
  expect((await texts(accountId))[0]).toBe(`Invited ${emails[0]}`)
  expect((await erase(emails[0])).out).toMatch(/^portal_user +1 +0$/m)
})

test('a sale stays with its buyer, and mails to the buyer go', async () => {
  await portal.owner.query(`
    insert into accreditation_purchase (id, product_id, product_name, price_cents, currency, buyer, ip_address, state, buyer_email)
    values (gen_random_uuid(), 'ACC', 'Course', 100, 'USD', '{}', '::1', 'opened', 'buyer@b.example');
    insert into mail (account_id, about, kind, recipient, subject, content)
    values ('-', 'sale', 'receipts', 'buyer@b.example', 'Receipt', '{}')`)
  const { out } = await erase('buyer@b.example', '--yes')
  expect(out).toMatch(/^mail +0 +1$/m)
  expect(out).toContain('Stays: 1 of accreditation_purchase, which is a sale')
})

test('histories verify after people were erased, and record the erasure', async () => {
  const { accountId, emails } = await company(['ana', 'ben'], ([ana, ben]) => [
    `${ana} invited ${ben}`,
    `${ben} left`,
    'other',
  ])
  const { head } = await verifyHistory(portal.system, accountId)
  for (const email of emails) await erase(email, '--yes')
  expect(await verifyHistory(portal.system, accountId, head)).toMatchObject({
    verified: 5,
    rewritten: 2,
    problem: undefined,
  })
  const { out } = await run(['history', 'verify', accountId], portal.env)
  expect(out).toContain('All 5 entries are unchanged, but for 2 in which people were erased.')
})

test('a person of a merged company is erased from the histories of both, which verify', async () => {
  const { accountId: former, emails } = await company(['ana'], ([ana]) => [
    `Removed ana Test (${ana})`,
    'ana Test left',
  ])
  const merge = { record: 'company', accountId: `${former}-NEW`, name: 'New' }
  await takeBooks(portal.system, [{ ...merge, formerAccountId: former }])
  expect(await erase(emails[0], '--yes')).toMatchObject({ code: 0 })
  for (const accountId of [former, merge.accountId]) {
    const left = await texts(accountId)
    expect(left.filter((text) => /ana/i.test(text))).toEqual([])
    expect(left.at(-1)).toMatch(/^Erased a former user .* from 2 entries of this history$/)
    expect(await verifyHistory(portal.system, accountId)).toMatchObject({
      rewritten: 2,
      problem: undefined,
    })
  }
})
