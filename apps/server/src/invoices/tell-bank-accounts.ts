import sql from 'sql-template-tag'
import type { BankAccount } from '@portal/domain/invoices/bank-transfer.schema'
import { plural } from '@portal/domain/kernel/plural'
import type { Config } from '../config.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { named, type Fact } from '../platform/mail-content.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { noCompany } from '../platform/outbox.ts'
import { logWorkerSecurity, type WorkerLog } from '../platform/security-log.ts'
import { securityRecipients } from '../platform/security-mail.ts'

interface Change {
  id: string
  account: string
  by: string
  was: string | null
  isNow: string | null
}

/**
 * Mails changed bank details to the security recipients, so that a stolen API key cannot redirect
 * money unnoticed. The database records changes by any statement, so none is missed. Log and mail show
 * only the last four characters of an account.
 */
export async function tellBankAccounts(
  systemDb: Database,
  config: Pick<Config, 'bankAccounts' | 'securityEmail'>,
  log: WorkerLog,
): Promise<number> {
  const { bankAccounts } = config
  const changes = await inTransaction(systemDb, async (tx) => {
    const recipients = await securityRecipients(tx, config)
    // They wait for the first super admin.
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
      preview: 'Customers see these accounts for their transfers.',
      lead: 'Customers see these accounts for their transfers.',
      facts: untold.map((one) => said(one, lastSigns(bankAccounts.get(one.account)))),
      button: { label: 'Confirm the change', path: '/attention' },
      notes: [
        'Compare this with the papers of your bank.',
        'If it is not your change, revoke the API key and correct the details at once.',
      ],
    })
    return untold
  })
  for (const { id, account, by, was, isNow } of changes)
    logWorkerSecurity(log, 'bank_account.changed', {
      code: id,
      reason: `${account}: ${was ?? 'none'} to ${isNow ?? 'none'}, by ${by}`,
    })
  return changes.length
}

function said(change: Change, configured: string | undefined): Fact {
  const { account, was, isNow, by } = change
  const setting = configured && `the account of BANK_ACCOUNTS ending in ${configured}`
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

function lastSigns(account: BankAccount | undefined): string | undefined {
  return account && (account.iban || account.accountNumber).slice(-4)
}
