import sql from 'sql-template-tag'
import { isolated } from '@portal/domain/kernel/isolated'
import { resetRefusal } from '@portal/domain/team/grants'
import type { ResetSignIn } from '@portal/domain/team/team.schema'
import { switchAccount, type Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory, type Author } from '../platform/history/history.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { grantorOf } from './change-team.ts'
import { findMember } from './members.queries.ts'

/** Removes the account of a member at the request of a super admin, whose session the database verifies. */
export async function resetSignIn(
  tx: Tx,
  scope: Scope,
  { userId, reason }: ResetSignIn,
  sessionHash: Buffer,
): Promise<void> {
  const { accountId } = scope
  const member = await findMember(tx, accountId, userId)
  const refusal = resetRefusal(grantorOf(scope), member)
  if (refusal) throw new Refusal(409, refusal)
  const done = await tx.one<{ isDone: boolean }>(
    sql`select reset_sign_in_as(${sessionHash}, ${accountId}, ${userId}) as "isDone"`,
  )
  if (!done?.isDone) throw notFound()
  await reportReset(tx, { person: { accountId, ...member }, reason, author: authorOf(scope) })
}

interface Reset {
  person: { accountId: string; email: string; name: string }
  reason: string
  author: Author
}

/** Records in the history, and in a mail to the user, that the account at the sign-in provider was removed from the user. */
export async function reportReset(tx: Tx, { person, reason, author }: Reset): Promise<void> {
  const { accountId, email, name } = person
  // If a super admin of another company did this, both histories record it.
  for (const company of new Set([accountId, author.actorAccountId ?? accountId])) {
    await switchAccount(tx, company)
    await recordHistory(
      tx,
      { ...author, accountId: company },
      {
        category: 'User',
        entryType: 'Sign-In Reset',
        description: `Reset the sign-in of ${name} (${email}): ${reason}`,
      },
    )
  }
  await switchAccount(tx, accountId)
  await queueMail(tx, {
    accountId,
    about: `sign-in reset ${crypto.randomUUID()}`,
    kind: 'signIn',
    recipients: [email],
    required: [email],
    subject: 'Your sign-in to the portal was reset',
    heading: 'Your sign-in was reset',
    preview: 'Sign in again: your next account becomes yours.',
    lead: `All your sessions have ended. The account that you signed in with before no longer works. Sign in with your new account, which must have the address ${isolated(email)}.`,
    facts: [
      ['Reset by', author.actorName],
      ['Reason', reason],
    ],
    button: { label: 'Sign in', path: '/' },
    notes: [
      'If you did not ask for this, do not sign in. Tell the support of the portal and the administrators of your sign-in account at once: another person may be trying to use your address.',
    ],
  })
}
