import sql from 'sql-template-tag'
import { addressKey } from '@portal/domain/kernel/email'
import { formatUtcMinute } from '@portal/domain/kernel/day'
import type { Config } from '../config.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { named } from '../platform/mail/mail-content.ts'
import { queueMail, type Mail } from '../platform/mail/mail-queue.ts'
import { logWorkerSecurity, type WorkerLog } from '../platform/log/security-log.ts'
import { securityRecipients } from '../platform/mail/security-mail.ts'

interface Change {
  id: string
  accountId: string
  userId: string
  name: string
  email: string
  companyName: string
  at: Date
  by: string
  isGranted: boolean
}

type MailConfig = Pick<Config, 'origin' | 'securityEmail'>

/**
 * When a person becomes a super admin, or stops being one, mails the other super admins. The database records changes by
 * any statement, so no change is missed. Returns the number of changes. Any number of workers may run this.
 */
export async function notifySuperAdmins(
  systemDb: Database,
  config: MailConfig,
  log: WorkerLog,
): Promise<number> {
  const changes = await inTransaction(systemDb, async (tx) => {
    const untold = await tx.query<Change & Record<string, unknown>>(sql`
      with untold as (
        select id from super_admin_change where told_at is null
         order by changed_at limit 1000 for update skip locked),
      told as (
        update super_admin_change c set told_at = now() from untold where c.id = untold.id
     returning c.*)
      select t.id, t.account_id as "accountId", t.user_id as "userId", t.email, t.changed_at as at,
             t.changed_by as by, t.is_granted as "isGranted", c.name as "companyName",
             trim(u.first_name || ' ' || u.last_name) as name
        from told t
        join portal_user u on u.account_id = t.account_id and u.id = t.user_id
        join company c on c.account_id = t.account_id
       order by t.changed_at`)
    const all = untold.length === 0 ? [] : await securityRecipients(tx, config)
    for (const change of untold) {
      const own = addressKey(change.email)
      const others = change.isGranted ? all.filter((email) => email !== own) : all
      // For the first super admin, there is no other recipient.
      const recipients = others.length > 0 ? others : [own]
      await queueMail(tx, mailAbout(change, recipients))
    }
    return untold
  })
  for (const { id, accountId, userId, isGranted } of changes)
    logWorkerSecurity(log, 'super_admin.noticed', {
      accountId,
      subjectId: userId,
      code: id,
      reason: isGranted ? 'granted' : 'revoked',
    })
  return changes.length
}

function mailAbout(change: Change, recipients: string[]): Mail {
  const { id, accountId, userId, email, companyName, at, by, isGranted } = change
  const who = change.name || email
  const heading = isGranted
    ? `${named(who)} is now a super admin`
    : `${named(who)} is no longer a super admin`
  return {
    accountId,
    about: `super admin ${id}`,
    recipients,
    kind: 'security',
    subject: heading,
    heading,
    preview: `By ${named(by)}, ${formatUtcMinute(at.toISOString())}.`,
    ...(isGranted && { lead: 'A super admin sees and manages every company.' }),
    facts: [
      ['Person', `${named(who)} (${email})`],
      ['Company', companyName],
      ['Changed on', formatUtcMinute(at.toISOString())],
      ['Changed by', by],
    ],
    button: {
      label: `Users of ${named(companyName)}`,
      path: `/users?open=${userId}&company=${accountId}`,
    },
    notes: [
      'If you did not expect this, correct the role at once, and revoke the API key if a key made the change.',
      'Without a super admin you trust, use the command "portal super-admin add".',
    ],
  }
}
