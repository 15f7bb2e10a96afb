import sql, { empty } from 'sql-template-tag'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { isLastManager, type Member } from '@portal/domain/team/grants'
import type { InvoiceCategory, User, UserCategories } from '@portal/domain/team/team.schema'
import type { Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/refusal.ts'

type UserRow = Omit<User, 'lastSignIn'> & { lastSignIn: Date | null }

const columns = sql`
  id, account_id as "accountId", email, first_name as "firstName", last_name as "lastName", role,
  permissions, deactivated_at is null as "isActive", last_sign_in_at as "lastSignIn"`
const byName = sql`order by deactivated_at is not null, lower(last_name), lower(first_name), address_key(email), id`

const toUser = (row: UserRow): User => ({
  ...row,
  lastSignIn: row.lastSignIn?.toISOString() ?? null,
})

export async function listMembers(
  tx: Tx,
  accountId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<User[]> {
  const rows = await tx.query<UserRow>(sql`
    select ${columns} from portal_user
     where account_id = ${accountId} and deactivated_at is null ${byName}
     limit ${perPage} offset ${(page - 1) * perPage}`)
  return rows.map(toUser)
}

export async function countMembers(tx: Tx, accountId: string): Promise<number> {
  const row = await tx.one<{ total: number }>(sql`
    select count(*) as total from portal_user where account_id = ${accountId} and deactivated_at is null`)
  return row?.total ?? 0
}

/** Returns all users whom the history may name, removed users last. */
export async function listPeople(tx: Tx, accountId: string): Promise<User[]> {
  const rows = await tx.query<UserRow>(
    sql`select ${columns} from portal_user where account_id = ${accountId} ${byName}`,
  )
  return rows.map(toUser)
}

export interface TeamMember extends Member {
  email: string
  name: string
  user: User
}

/**
 * Returns a member with the fields that the rules of granting need. The row is locked, because an import changes members
 * without taking the lock of `changeTeam`. Throws Not Found for other users.
 */
export async function findMember(tx: Tx, accountId: string, userId: string): Promise<TeamMember> {
  const row = await tx.one<UserRow>(sql`
    select ${columns} from portal_user
     where account_id = ${accountId} and id = ${userId} and deactivated_at is null
       for no key update`)
  if (!row) throw notFound()
  const managers = await listManagers(tx, accountId)
  const { id, role, permissions, email } = row
  return {
    id,
    role,
    permissions,
    email,
    name: `${row.firstName} ${row.lastName}`.trim() || email,
    isLastManager: isLastManager(row, managers),
    user: toUser(row),
  }
}

export interface Manager {
  id: string
  email: string
  role: Role
  permissions: Permission[]
}

export function listManagers(tx: Tx, accountId: string): Promise<Manager[]> {
  return tx.query<Manager>(sql`
    select id, email, role, permissions from portal_user
     where account_id = ${accountId} and deactivated_at is null
       and (role = 'SuperAdmin' or 'ManageUsers' = any (permissions))
     order by created_at, id`)
}

/** The change has a time, so that an import of older records does not undo it. */
export async function saveAccess(
  tx: Tx,
  accountId: string,
  userId: string,
  { role, permissions }: { role: Role; permissions: Permission[] },
): Promise<void> {
  await tx.run(sql`
    update portal_user set role = ${role}, permissions = ${permissions}, access_changed_at = now()
     where account_id = ${accountId} and id = ${userId}`)
}

/** The categories of a company: those of its invoices, and those of its users. */
const ofCompany = (accountId: string) => sql`
  c.invoice_category_id in (select invoice_category_id from invoice where account_id = ${accountId}
                             union
                            select invoice_category_id from user_category where account_id = ${accountId})`

/**
 * Returns every category for a super admin, otherwise only those of the company, because categories may be named after
 * other customers.
 */
export function listCategories(
  tx: Tx,
  accountId: string,
  isSuperAdmin: boolean,
): Promise<InvoiceCategory[]> {
  const known = isSuperAdmin ? empty : sql`where ${ofCompany(accountId)}`
  return tx.query(sql`
    select c.invoice_category_id as "invoiceCategoryId", c.name from invoice_category c ${known}
     order by lower(c.name), c.invoice_category_id`)
}

/** Returns the categories of each of these members; users of other companies are left out. */
export function listHeldCategories(
  tx: Tx,
  accountId: string,
  userIds: readonly string[],
): Promise<UserCategories[]> {
  return tx.query(sql`
    select u.id as "userId",
           coalesce(json_agg(json_build_object('invoiceCategoryId', c.invoice_category_id, 'name', c.name)
                             order by lower(c.name), c.invoice_category_id)
                    filter (where c.name is not null), '[]') as categories
      from portal_user u
      left join user_category h on h.account_id = u.account_id and h.user_id = u.id
      left join invoice_category c on c.invoice_category_id = h.invoice_category_id
     where u.account_id = ${accountId} and u.id = any (${userIds}::uuid[]) and u.deactivated_at is null
     group by u.id`)
}
