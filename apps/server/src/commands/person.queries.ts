import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import { personalData, type Rows, type Values } from './personal-data.ts'

export interface Person {
  email: string
  /** The company of the newest user; undefined if the person was never a user. */
  accountId: string | undefined
  users: { accountId: string; id: string; name: string; isActive: boolean }[]
  /** All addresses that the person had, as address_key() returns them. */
  addresses: string[]
}

/** Returns the rows of a table that are about the person, and how erasing changes them. */
export function namingPerson(
  table: string,
  { users, addresses: keys }: Person,
): { where: Sql; values: Values | 'deleted' }[] {
  const { ids = {}, addresses = {} } = personalData[table] ?? {}
  const rows = (columns: Rows, isPerson: (column: Sql) => Sql) =>
    Object.entries(columns).map(([column, values]) => ({
      where: isPerson(raw(`t.${column}`)),
      values,
    }))
  return [
    ...rows(ids, (column) => sql`${column} = any (${users.map(({ id }) => id)}::uuid[])`),
    ...rows(addresses, (column) => sql`address_key(${column}) = any (${keys})`),
  ]
}

/**
 * Returns the active or former users with an address, or only the address if the portal has no user for it. An address
 * that now belongs to another user is not among the person's addresses.
 */
export async function findPerson(tx: Tx, email: string): Promise<Person | undefined> {
  const users = await tx.query<Person['users'][number] & { email: string; keys: string[] }>(sql`
    with found as (
      select u.*, address_key(u.email) = address_key(${email}) as is_current from portal_user u
       where address_key(u.email) = address_key(${email}) or address_key(${email}) = any (u.former_keys))
    select account_id as "accountId", id, email, trim(first_name || ' ' || last_name) as name,
           deactivated_at is null as "isActive",
           array(select key from unnest(former_keys || address_key(f.email)) key
                  where key = address_key(f.email)
                     or not exists (select from portal_user o where address_key(o.email) = key)) as keys
      from found f
     where is_current or not exists (select from found o where o.is_current)
     order by deactivated_at is null desc, created_at desc`)
  const [newest] = users
  if (newest) {
    const addresses = [...new Set(users.flatMap(({ keys }) => keys))]
    return { email: newest.email, accountId: newest.accountId, users, addresses }
  }
  const person = { email, accountId: undefined, users, addresses: [email.toLowerCase()] }
  for (const table of Object.keys(personalData))
    for (const { where } of namingPerson(table, person))
      if (await tx.one(sql`select from ${raw(table)} t where ${where} limit 1`)) return person
  return undefined
}
