import { permissions } from '@portal/domain/kernel/permissions'
import sql from 'sql-template-tag'
import { Fault, type ValueType } from '../cells.ts'
import type { Kind } from '../kind.ts'
import { optional, required } from '../record-shape.ts'
import { accountId, categoryName, email, instant, oneOf, text } from '../values.ts'
import { isNotAhead } from './extracts.ts'
import { mergeUsers } from './user-merge.ts'

/** Writes an array cell; the values need no quoting. */
const permissionList: ValueType = {
  words: `list of: ${permissions.join(', ')}`,
  schema: { type: 'array', items: { type: 'string', enum: permissions } },
  read(value) {
    if (!Array.isArray(value)) return new Fault('is not a list')
    const known = value.every((item) => permissions.some((permission) => permission === item))
    if (!known) return new Fault(`may hold only: ${permissions.join(', ')}`)
    return `{${permissions.filter((permission) => value.includes(permission)).join(',')}}`
  },
}

export const user: Kind = {
  record: 'user',
  noun: ['user', 'users'],
  table: 'import_user',
  scope: 'records:people',
  sentence: 'A person who may sign in for a company.',
  rules: [
    'A person works for one company: a record that names another one is rejected, unless the person was there before.',
    '`PayInvoices` needs `AccessInvoices`.',
    'First and last name always follow the record.',
    'Role, permissions and categories that an administrator changed in the portal after `asOf` stay. Without `asOf`, any such change counts as later.',
    '`asOf` more than 5 minutes ahead of the portal is rejected.',
    'A person whom your books deleted comes back with a record whose `asOf` is not before that of the deletion, or if one of them has none. A person whom an administrator deactivated, or who left, stays deactivated.',
    'A record with a former address of a person, which the sign-in provider has changed, is of that person while no user has the address. The address does not follow the record.',
    'A record that adds or removes a super admin also needs the scope `records:super-admins`.',
  ],
  example: {
    email: 'paula.reyes@aldgate.example',
    accountId: '10412',
    firstName: 'Paula',
    lastName: 'Reyes',
    role: 'User',
    permissions: ['AccessInvoices', 'PayInvoices'],
    invoiceCategories: ['Licenses', 'Market Data'],
    asOf: '2026-11-01T02:00:00Z',
  },
  key: { sql: 'address_key(email)', fields: ['email'] },
  fields: {
    email: required(
      'email text',
      email,
      'Address that the person signs in with; upper and lower case are the same.',
    ),
    accountId: required('account_id text', accountId, 'Company of the person.'),
    firstName: optional('first_name text', text(300), 'First name.'),
    lastName: optional('last_name text', text(300), 'Last name.'),
    role: optional(
      'role text',
      oneOf(['User', 'SuperAdmin']),
      'A `SuperAdmin` works for the provider, may act for every company, and has an address at `PROVIDER_DOMAIN`. The other super admins get an email, and the history shows the sender.',
      'User',
    ),
    permissions: optional(
      'permissions text[]',
      permissionList,
      'What a `User` may do; `AccessErfs` shows equipment requests.',
      [],
    ),
    asOf: optional(
      'as_of timestamptz',
      instant,
      'When your system wrote the record; a `header` does not give it.',
      null,
    ),
  },
  lists: {
    invoiceCategories: {
      sentence: 'Names of the categories whose invoices the user sees; unknown names are created.',
      table: 'import_user_category',
      item: required('name text', categoryName, 'Name of a category.'),
    },
  },
  rule: ({ permissions: given }) =>
    Array.isArray(given) && given.includes('PayInvoices') && !given.includes('AccessInvoices')
      ? { field: 'permissions', reason: 'hold PayInvoices without AccessInvoices' }
      : undefined,
  extraColumns: [
    'user_id uuid',
    'is_former boolean',
    'keeps_access boolean',
    'returns boolean',
    'permissions_before text[]',
    'categories_before int[]',
  ],
  checks: [
    // Otherwise a date in the future would undo all later changes by administrators.
    isNotAhead('import_user'),
    // A user who moved to another company stays deactivated in this one.
    sql`
      insert into import_reject (record, field, reason)
      select s.record, 'email', 'belongs to another company: ' || d.account_id
        from import_user s join sign_in_directory d on d.email_key = address_key(s.email)
       where d.account_id <> s.account_id
         and not exists (select from portal_user u
                          where u.account_id = s.account_id and address_key(u.email) = address_key(s.email))`,
  ],
  merge: mergeUsers,
}
