import { queryOne, type Database } from './database.ts'
import sql from 'sql-template-tag'

/**
 * Refuses a web server whose database role could bypass row level security: a superuser, a role
 * with bypassrls, the owner of a table, or a member of the roles that see every company.
 */
export async function requireLimitedRole(db: Database): Promise<void> {
  const role = await queryOne<{ name: string; unlimited: boolean }>(
    db,
    sql`
    select r.rolname as name,
           r.rolsuper or r.rolbypassrls
           or pg_has_role(r.oid, 'portal_system', 'member') or pg_has_role(r.oid, 'portal_owner', 'member')
           or exists (select from pg_class c where c.relowner = r.oid
                         and c.relnamespace = 'public'::regnamespace) as unlimited
      from pg_roles r where r.rolname = current_user`,
  )
  if (!role || role.unlimited)
    throw new Error(
      `DATABASE_URL connects as "${role?.name}", which can see every company. ` +
        'The web server must connect as a role with the rights of portal_app and no more.',
    )
}
