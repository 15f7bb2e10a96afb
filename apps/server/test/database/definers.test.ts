import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from './database.ts'

/** Views with their owner's rights, with a visible row of company $1 (decision 0010). */
const ownersViews: Record<string, string> = {
  company_equipment_request: `insert into equipment_request
    (account_id, equipment_request_id, order_date, external_order_status, books_status, customer_notes)
    values ($1, $1, current_date, 'Closed', 'Closed', 'secret of ' || $1)`,
  company_history: `insert into history_entry
    (account_id, actor_name, ip_address, category, entry_type, description)
    values ($1, 'Ana', '::1', 'Account', 'Test', 'secret of ' || $1)`,
  company_license_order: `insert into license_order
    (account_id, status, requestor_id, requestor_name, notes)
    values ($1, 'Draft', gen_random_uuid(), 'Ana', 'secret of ' || $1)`,
}

/** A database, and a connection of each role until the test ends. */
async function connected() {
  const database = await createTestDatabase()
  const [owner, app, system] = ['ownerUrl', 'appUrl', 'systemUrl'].map(
    (role) => new pg.Client({ connectionString: database[role as 'ownerUrl'] }),
  ) as [pg.Client, pg.Client, pg.Client]
  await Promise.all([owner, app, system].map((client) => client.connect()))
  onTestFinished(async () => {
    await Promise.all([owner, app, system].map((client) => client.end()))
    await database.drop()
  })
  return { owner, app, system }
}

test('only these functions and views bypass row level security', async () => {
  const { owner } = await connected()
  const names = async (query: string) =>
    (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)
  // With the definer's rights; callable by the web role, or triggers that cannot be called.
  const functions = `
      select p.proname as name from pg_proc p
       where p.prosecdef and p.pronamespace = 'public'::regnamespace
         and has_function_privilege('portal_app', p.oid, 'execute') = `
  expect((await names(`${functions} true`)).sort()).toEqual([
    'accreditation_purchase_status',
    'add_to_upload',
    'attention_counts',
    'attention_items',
    'attention_of',
    'begin_upload',
    'close_reviewed_purchase',
    'company_of_card',
    'company_of_invite',
    'company_of_record',
    'confirm_bank_account_change',
    'confirm_bank_details',
    'current_account',
    'end_session',
    'end_sessions',
    'end_upload',
    'events_after',
    'events_kept',
    'exact_licenses',
    'find_upload',
    'leave_session',
    'list_sessions',
    'name_of_session',
    'name_session',
    'note_accreditation_checkout',
    'note_address_conflict',
    'note_license_runs',
    'note_rejected_import',
    'open_accreditation_purchase',
    'remember_provider_account',
    'reset_sign_in_as',
    'session_actor',
    'settle_accreditation_purchase',
    'sign_in_facts',
    'start_charging',
    'start_session',
    'use_api_key',
  ])
  expect((await names(`${functions} false`)).sort()).toEqual([
    'analyze_licenses',
    'check_company_of_entries',
    'follow_user',
    'keep_a_super_admin',
    'key_of',
    'note_bank_account_change',
    'note_super_admin_change',
    'seal_history_entry',
    'seal_imported_entries',
    'seal_new_entry',
  ])
  expect(
    await names(`
        select relname as name from pg_class
         where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
           and not coalesce('security_invoker=true' = any (reloptions), false)
         order by 1`),
  ).toEqual(Object.keys(ownersViews))
  expect(
    await names(`
        select c.relname as name from pg_class c
         where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
           and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
           and not (c.relrowsecurity and c.relforcerowsecurity)
           and has_table_privilege('portal_app', c.oid, 'select')`),
  ).toEqual([])
})

test('a view with its owner’s rights shows only the transaction’s company, and cannot be written', async () => {
  const { app, system } = await connected()
  for (const company of ['A1', 'B1'])
    await system.query('insert into company (account_id, name) values ($1, $1)', [company])
  for (const [view, insert] of Object.entries(ownersViews)) {
    for (const company of ['A1', 'B1']) await system.query(insert, [company])
    const seen = async (company: string | null, condition = 'true') => {
      await app.query(`select set_config('portal.account', $1, false)`, [company])
      const { rows } = await app.query<{ text: string }>(
        `select substring(search_text from 'secret of \\w+') as text from ${view} where ${condition}`,
      )
      return rows.map(({ text }) => text)
    }
    expect(await seen('A1'), view).toEqual(['secret of A1'])
    expect(await seen('B1'), view).toEqual(['secret of B1'])
    // `*` grants access only to the list of companies.
    for (const nothing of ['', '*', 'A1,B1', '%']) expect(await seen(nothing), view).toEqual([])
    expect(await seen('A1', `search_text ilike '%B1%' or true`), view).toEqual(['secret of A1'])
    for (const role of [app, system])
      for (const change of [`delete from ${view}`, `update ${view} set search_text = 'x'`])
        await expect(role.query(change), change).rejects.toThrow(/permission denied|cannot/)
    await app.query('reset portal.account')
    expect((await app.query(`select from ${view}`)).rowCount, view).toBe(0)
  }
})
