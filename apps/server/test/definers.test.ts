import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('what sees past row level security is this short list, and nothing else', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const names = async (query: string) =>
    (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name)
  try {
    // With the definer's rights; those the web may call, and triggers nobody can.
    const functions = `
      select p.proname as name from pg_proc p
       where p.prosecdef and p.pronamespace = 'public'::regnamespace
         and has_function_privilege('portal_app', p.oid, 'execute') = `
    expect((await names(`${functions} true`)).sort()).toEqual([
      'accreditation_purchase_status',
      'add_to_upload',
      'attention_counts',
      'attention_items',
      'begin_upload',
      'close_reviewed_purchase',
      'company_of_card',
      'company_of_invite',
      'end_session',
      'end_upload',
      'events_after',
      'events_kept',
      'find_upload',
      'leave_session',
      'note_accreditation_checkout',
      'note_rejected_import',
      'open_accreditation_purchase',
      'remember_provider_account',
      'session_actor',
      'settle_accreditation_purchase',
      'start_charging',
      'start_session',
      'use_api_key',
    ])
    expect((await names(`${functions} false`)).sort()).toEqual([
      'follow_user',
      'keep_a_super_admin',
      'key_of',
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
    ).toEqual(['company_equipment_request', 'company_history', 'company_license_order'])
    expect(
      await names(`
        select c.relname as name from pg_class c
         where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
           and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')
           and not (c.relrowsecurity and c.relforcerowsecurity)
           and has_table_privilege('portal_app', c.oid, 'select')`),
    ).toEqual([])
  } finally {
    await owner.end()
    await database.drop()
  }
})
