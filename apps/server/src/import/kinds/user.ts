import { permissions } from '@portal/domain/session/permissions'
import sql from 'sql-template-tag'
import { Fault, nullCell, type ReadCell } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, email, instant, oneOf, text } from '../values.ts'
import { mergeUsers } from './user-merge.ts'

/** An array cell; the words need no quoting. */
const permissionList: ReadCell = (value) => {
  if (!Array.isArray(value)) return new Fault('is not a list')
  const unknown = value.find((item) => !permissions.some((permission) => permission === item))
  if (unknown !== undefined) return new Fault(`may hold only: ${permissions.join(', ')}`)
  return `{${permissions.filter((permission) => value.includes(permission)).join(',')}}`
}

export const user: Kind = {
  record: 'user',
  noun: ['user', 'users'],
  table: 'import_user',
  key: { sql: 'lower(email)', field: 'email' },
  fields: {
    email: required('email text', email),
    accountId: required('account_id text', accountId),
    firstName: optional('first_name text', text(300)),
    lastName: optional('last_name text', text(300)),
    role: optional('role text', oneOf(['User', 'SuperAdmin']), 'User'),
    permissions: optional('permissions text[]', permissionList, '{}'),
    asOf: optional('as_of timestamptz', instant, nullCell),
  },
  lists: {
    invoiceCategories: {
      table: 'import_user_category',
      item: required('name text', text(200, 1)),
    },
  },
  rule: ({ permissions: given }) =>
    Array.isArray(given) && given.includes('PayInvoices') && !given.includes('AccessInvoices')
      ? { field: 'permissions', reason: 'hold PayInvoices without AccessInvoices' }
      : undefined,
  extraColumns: ['user_id uuid', 'keeps_access boolean'],
  checks: [
    // Somebody who has left this company for another stays as they are, deactivated here.
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'email', 'belongs to another company: ' || d.account_id
        from import_user s join sign_in_directory d on d.email_key = lower(s.email)
       where d.account_id <> s.account_id
         and not exists (select from portal_user u
                          where u.account_id = s.account_id and lower(u.email) = lower(s.email))`,
  ],
  merge: mergeUsers,
}
