import sql from 'sql-template-tag'
import type { Config } from '../../config.ts'
import type { Tx } from '../database/database.ts'

/**
 * Returns who gets the mails about bank details and super admins: SECURITY_EMAIL, and every person who is a super admin or was
 * one in the last 30 days. So a super admin who takes the role from all others cannot prevent them from getting these mails.
 */
export async function securityRecipients(
  tx: Tx,
  { securityEmail }: Pick<Config, 'securityEmail'>,
): Promise<string[]> {
  const found = await tx.query<{ email: string }>(sql`
    select address_key(email) as email from portal_user
     where role = 'SuperAdmin' and deactivated_at is null
     union
    select address_key(email) from super_admin_change
     where not is_granted and changed_at > now() - interval '30 days'
     union
    select address_key(${securityEmail ?? null}::text) where ${securityEmail ?? null}::text is not null
     order by 1`)
  return found.map(({ email }) => email)
}
