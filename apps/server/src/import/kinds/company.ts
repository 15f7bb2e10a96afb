import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, oneOf, text } from '../values.ts'
import { mergeChecks, mergeCompanies, notMergedYet } from './company-merge.ts'

export const company: Kind = {
  record: 'company',
  noun: ['company', 'companies'],
  table: 'import_company',
  scope: 'records:people',
  sentence: 'A company whose users sign in to the portal.',
  rules: [
    'A company that a record names must exist in the portal or in the same import.',
    'A company cannot be deleted.',
    'A `formerAccountId` merges that company into this one, once: users, invoices, payments, licenses, orders and everything else become those of this one. Send the record alone the first time, before other records of the two.',
    'A merge also needs the scope `records:companies`.',
    'A merge is rejected while a card payment of the former company is in progress.',
    'AutoPay of both companies ends, and the cards of the former one are removed: a person adds a card and turns AutoPay on again.',
    'Later records that name the former company are of this one; a `company` record of it is rejected. Of a `network` sent under both numbers, that of this one counts.',
  ],
  example: {
    accountId: '10412',
    name: 'Aldgate Capital LLP',
    formerAccountId: null,
    licensesBy: null,
  },
  key: { sql: 'account_id', fields: ['accountId'] },
  fields: {
    accountId: required(
      'account_id text',
      accountId,
      'Key of the company in your books, by which all other records name it.',
    ),
    name: required('name text', text(300, 1), 'Name of the company.'),
    formerAccountId: optional(
      'former_account_id text',
      accountId,
      'Key of a company that was merged into this one.',
      null,
    ),
    licensesBy: optional(
      'licenses_by text',
      oneOf(['orders', 'records']),
      'What says which licenses the company holds: its orders, or your records `license`. Absent: as before; the first license record sets `records`.',
      null,
    ),
  },
  rule: ({ accountId: own, formerAccountId: former }) =>
    own === former ? { field: 'formerAccountId', reason: 'is the company itself' } : undefined,
  extraColumns: ['merges boolean'],
  checks: mergeChecks,
  merge: [
    sql`
      update import_company s
         set merges = ${notMergedYet},
             verdict = coalesce(
               (select case when c.name = s.name and coalesce(s.licenses_by = c.licenses_by, s.licenses_by is null) and not ${notMergedYet}
                            then 'unchanged' else 'updated' end
                  from company c where c.account_id = s.account_id),
               'inserted')
       where s.verdict is null`,
    sql`
      insert into company (account_id, name, licenses_by)
      select account_id, name, licenses_by from import_company where verdict = 'inserted'`,
    sql`
      update company c set name = s.name, licenses_by = coalesce(s.licenses_by, c.licenses_by)
        from import_company s
       where s.verdict = 'updated' and c.account_id = s.account_id`,
    ...mergeCompanies,
  ],
}
