import sql from 'sql-template-tag'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { plural } from '@portal/domain/kernel/plural'
import type { Config } from '../config.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { named, type Fact } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { noCompany } from '../platform/outbox/outbox.ts'
import { logWorkerSecurity, type WorkerLog } from '../platform/log/security-log.ts'
import { securityRecipients } from '../platform/mail/security-mail.ts'
import { lastSigns } from './bank-transfer.ts'

interface Change {
  id: string
  account: string
  by: string
  was: string | null
  isNow: string | null
}

/**
 * Mails changed bank details to the security recipients, so that a stolen API key cannot redirect money unnoticed. The database
 * records changes by any statement, so no change is missed. Log and mail show only the last four characters of an account.
 */
export async function notifyBankAccounts(
  systemDb: Database,
  config: Pick<Config, 'bankAccounts' | 'securityEmail'>,
  log: WorkerLog,
): Promise<number> {
  const { bankAccounts } = config
  const changes = await inTransaction(systemDb, async (tx) => {
    const recipients = await securityRecipients(tx, config)
    // Without recipients the mails wait for the first super admin.
    if (recipients.length === 0) return []
    const untold = await tx.query<Change & Record<string, unknown>>(sql`
      update bank_account_change c set told_at = now()
        from (select id from bank_account_change where told_at is null
               order by changed_at limit 1000 for update skip locked) untold
       where c.id = untold.id
   returning c.id, c.account_key as account, c.changed_by as by, c.was, c.is_now as "isNow"`)
    const [first] = untold
    if (!first) return untold
    const heading =
      untold.length === 1
        ? `Bank details of ${named(first.account)} changed`
        : `${plural(untold.length, 'set')} of bank details changed`
    await queueMail(tx, {
      accountId: noCompany,
      about: `bank accounts ${first.id}`,
      kind: 'security',
      recipients,
      subject: heading,
      heading,
      preview: 'Until you confirm a change, the former account stays valid for customers.',
      lead: 'Until you confirm a change, customers see the former account as the valid one, and the new one as not confirmed.',
      facts: untold.map((one) => said(one, bankAccounts.get(one.account))),
      button: { label: 'Confirm the change', path: '/attention' },
      notes: [
        'Compare this with the papers of your bank.',
        'If it is not your change, revoke the API key and correct the details at once.',
      ],
    })
    await tx.run(sql`
      insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description)
      select u.account_id, c.changed_by, 'system', 'Account', 'Bank Details',
             'Changed the bank details of ' || c.account_key || ': '
               || coalesce('the account ending in ' || c.is_now, 'none')
               || ', formerly ' || coalesce('the account ending in ' || c.was, 'none')
        from bank_account_change c, (select distinct account_id from portal_user
                                      where role = 'SuperAdmin' and deactivated_at is null) u
       where c.id = any (${untold.map(({ id }) => id)})
       order by c.changed_at`)
    return untold
  })
  for (const { id, account, by, was, isNow } of changes)
    logWorkerSecurity(log, 'bank_account.changed', {
      code: id,
      reason: `${account}: ${was ?? 'none'} to ${isNow ?? 'none'}, by ${by}`,
    })
  return changes.length
}

function said(change: Change, configured: BankAccount | undefined): Fact {
  const { account, was, isNow, by } = change
  const setting = configured && `the account of BANK_ACCOUNTS ending in ${lastSigns(configured)}`
  const what =
    isNow === null
      ? `deleted, was the account ending in ${was}${setting ? `, is now ${setting}` : ''}`
      : was === null
        ? `new, the account ending in ${isNow}${setting ? `, in place of ${setting}` : ''}`
        : was === isNow
          ? `other details of the account ending in ${isNow}`
          : `the account ending in ${isNow}, was ${was}`
  return [account, `${what}; by ${named(by)}.`]
}
