import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { required } from '../record-shape.ts'
import { accountId, text } from '../values.ts'

export const company: Kind = {
  record: 'company',
  noun: ['company', 'companies'],
  table: 'import_company',
  scope: 'records:people',
  sentence: 'A company whose users sign in to the portal.',
  rules: [
    'A company that a record names must exist in the portal or in the same import.',
    'A company cannot be deleted.',
  ],
  example: { accountId: '10412', name: 'Aldgate Capital LLP' },
  key: { sql: 'account_id', fields: ['accountId'] },
  fields: {
    accountId: required(
      'account_id text',
      accountId,
      'Key of the company in your books, by which all other records name it.',
    ),
    name: required('name text', text(300, 1), 'Name of the company.'),
  },
  checks: [],
  merge: [
    sql`
      update import_company s
         set verdict = coalesce(
               (select case when c.name = s.name then 'unchanged' else 'updated' end
                  from company c where c.account_id = s.account_id),
               'inserted')
       where s.verdict is null`,
    sql`
      insert into company (account_id, name)
      select account_id, name from import_company where verdict = 'inserted'`,
    sql`
      update company c set name = s.name
        from import_company s
       where s.verdict = 'updated' and c.account_id = s.account_id`,
  ],
}
