import sql from 'sql-template-tag'
import type { SignInDecision, SignInFacts } from '@portal/domain/session/decide-sign-in'
import type { Role } from '@portal/domain/kernel/permissions'
import { isOfProvider } from '@portal/domain/team/grants'
import { isolated } from '@portal/domain/kernel/isolated'
import { switchAccount, type Tx } from '../platform/database/database.ts'
import { recordHistory } from '../platform/history/history.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'

export type AccountOwner = Omit<NonNullable<SignInFacts['own']>, 'leavesProvider'> &
  Record<'accountId' | 'email' | 'name', string>

/** Whether a super admin's new address is not one of the provider's. */
export async function leavesProvider(
  tx: Tx,
  { accountId, userId, email }: AccountOwner,
  address: string | null,
  providerDomain: string,
): Promise<boolean> {
  const isOf = (one: string) => isOfProvider({ email: one }, providerDomain)
  if (!address || !isOf(email) || isOf(address)) return false
  await switchAccount(tx, accountId)
  const user = await tx.one<{ role: Role }>(
    sql`select role from portal_user where account_id = ${accountId} and id = ${userId}`,
  )
  return user?.role === 'SuperAdmin'
}

/** Stores the address that the provider has verified for the owner of an account, or records why not. */
export async function keepAddress(
  tx: Tx,
  { accountId, userId, email, name }: AccountOwner,
  address: string | null,
  decision: SignInDecision,
  ipAddress: string,
): Promise<void> {
  const conflict = decision === 'conflict' || decision === 'leftProvider' ? address : null
  await tx.run(sql`select note_address_conflict(${accountId}, ${userId}, ${conflict})`)
  if (decision !== 'follow' || !address) return
  await switchAccount(tx, accountId)
  await tx.run(sql`
    update portal_user set email = ${address}, former_keys = array_append(former_keys, address_key(email))
     where account_id = ${accountId} and id = ${userId}`)
  const author = { accountId, actorId: userId, actorAccountId: accountId, actorName: name || email }
  await recordHistory(
    tx,
    { ...author, ipAddress },
    {
      category: 'User',
      entryType: 'Address Changed',
      description: `The address at the sign-in provider changed: ${email} → ${address}`,
    },
  )
  await queueMail(tx, {
    accountId,
    about: `address ${userId} ${crypto.randomUUID()}`,
    kind: 'signIn',
    recipients: [email, address],
    required: [email, address],
    subject: `Your address in the portal is now ${address}`,
    heading: 'Your address changed',
    preview: 'It follows the sign-in provider.',
    lead: `You signed in with the same account as before, and the sign-in provider has verified ${isolated(address)}. Emails of the portal go there from now on.`,
    facts: [
      ['Former address', email],
      ['New address', address],
    ],
    notes: [
      'If you did not change your address, tell the support of the portal and the administrators of your sign-in account at once: another person may be using your account.',
    ],
  })
}
