import sql from 'sql-template-tag'
import type { Kind } from '../kind.ts'
import { required } from '../record-shape.ts'
import { accountId, email } from '../values.ts'

export const externalRecipient: Kind = {
  record: 'externalRecipient',
  noun: ['payment recipient', 'payment recipients'],
  table: 'import_recipient',
  scope: 'records:people',
  sentence: 'An address that gets the payment emails of a company without being a portal user.',
  example: { email: 'accounting@aldgate.example', accountId: '10412' },
  key: { sql: 'address_key(email), account_id', fields: ['email', 'accountId'] },
  fields: {
    email: required('email text', email, 'The address; upper and lower case are the same.'),
    accountId: required('account_id text', accountId, 'The company.'),
  },
  checks: [],
  merge: [
    sql`
      update import_recipient s
         set verdict = case
               when exists (select from external_recipient r
                             where r.account_id = s.account_id and address_key(r.email) = address_key(s.email))
               then 'unchanged' else 'inserted' end
       where s.verdict is null`,
    sql`
      insert into external_recipient (account_id, email)
      select account_id, email from import_recipient where verdict = 'inserted'`,
    // An address that the provider sends counts as confirmed (decision 0059).
    sql`
      insert into mail_address as a (account_id, email, confirmed_at)
      select account_id, address_key(email), now() from import_recipient where verdict = 'inserted'
          on conflict (account_id, email) do update
         set confirmed_at = coalesce(a.confirmed_at, excluded.confirmed_at)
       where a.declined_at is null`,
  ],
}
