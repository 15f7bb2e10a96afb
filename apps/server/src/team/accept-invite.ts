import sql from 'sql-template-tag'
import type { ShownInvite } from '@portal/domain/team/invites.schema'
import { changedInvite, grantWords } from '@portal/domain/team/rights-shown'
import type { Deps } from '../deps.ts'
import { switchAccount, withAccount, type Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory, signChanges } from '../platform/history/history.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { actorName, type Actor } from '../platform/database/scope.ts'
import {
  leaveSession,
  newSessionToken,
  sessionHash,
  startSession,
} from '../session/session.queries.ts'
import { deactivate } from './change-access.ts'
import { lockTeam } from './change-team.ts'
import type { ReceivedInvite } from './invites.queries.ts'
import { findMember } from './members.queries.ts'
import { leavingRefusal, ownInvite, type Invitee } from './received-invite.ts'

export interface Acceptance {
  accountId: string
  code: string
  invitee: Invitee
  /** The session that accepts the invitation; it ends here. */
  session: Buffer
  ipAddress: string
  shown: ShownInvite | undefined
}

/**
 * Accepts an invitation in one transaction: the invitation is used up, an old company is left, the new one joined, and a
 * new session started. Returns the new session's token.
 */
export async function acceptInvite(deps: Deps, acceptance: Acceptance): Promise<string> {
  const { accountId, code, invitee, session, ipAddress, shown } = acceptance
  const { member } = invitee
  try {
    return await withAccount(deps.db, accountId, async (tx) => {
      // In a fixed order, so that two users who swap companies cannot deadlock.
      for (const company of [...new Set([accountId, member?.accountId ?? accountId])].sort())
        await lockTeam(tx, company)
      const invite = await ownInvite(tx, accountId, code, invitee)
      const refusal = await leavingRefusal(tx, accountId, invite.companyName, invitee)
      if (refusal) throw new Refusal(409, refusal)
      const changed = shown && changedInvite(shown, shownInvite(invite, member))
      if (changed) throw new Refusal(409, changed)
      const identity = await leaveSession(tx, session)
      if (!identity) throw new Refusal(401, 'Please sign in.')
      if (member) await leaveCompany(tx, member, invite)
      await switchAccount(tx, accountId)
      const person = member ?? identity
      const userId = await admit(tx, accountId, invite, person)
      await recordHistory(
        tx,
        {
          accountId,
          actorId: userId,
          actorAccountId: accountId,
          actorName: `${person.firstName} ${person.lastName}`.trim() || invite.email,
          ipAddress,
        },
        {
          category: 'Invite',
          entryType: 'Invite Accepted',
          description: `${invite.email} accepted the invitation and joined ${invite.companyName} with ${grantWords(invite)}`,
        },
      )
      await publishEvent(tx, {
        accountId,
        type: 'invite.accepted',
        data: {
          inviteId: invite.id,
          userId,
          email: invite.email,
          permissions: invite.permissions,
        },
      })
      const token = newSessionToken()
      const hash = sessionHash(token)
      await startSession(tx, {
        hash,
        ...identity,
        verifiedEmail: invite.email,
        allowGuest: false,
        providerDomain: deps.config.page.providerDomain,
        ipAddress,
      })
      return token
    })
  } catch (error) {
    // The address belongs to a user of another company, maybe since an import a moment ago.
    if ((error as { constraint?: string }).constraint === 'sign_in_directory_pkey')
      throw addressTaken()
    throw error
  }
}

/** Returns what an invitation shows to the invited person. */
export const shownInvite = (
  { companyName, permissions, categories }: ReceivedInvite,
  member: Actor | null,
): ShownInvite => ({
  companyName,
  permissions,
  categories,
  leavesCompany: member?.companyName ?? null,
})

async function leaveCompany(tx: Tx, actor: Actor, invite: ReceivedInvite) {
  const { accountId, userId, email, companyName } = actor
  await switchAccount(tx, accountId)
  await signChanges(tx, `${actorName(actor)} (${email})`)
  const member = await findMember(tx, accountId, userId)
  await deactivate(tx, authorOf({ accountId, actor }), member, {
    reason: 'left',
    entryType: 'User Left',
    // The new company's name is confidential in the old company.
    description: `${invite.email} left ${companyName} for another company`,
  })
}

/** The refusal if another account at the sign-in provider has the address of a user: this account does not become that user. */
const addressTaken = () =>
  new Refusal(
    409,
    'A user of this portal already has this address. Please sign in again. If your account at the sign-in provider is new, ask the support of this portal to reset your sign-in.',
  )

/** Makes the invited person a member with the invitation's permissions; a former user is reactivated. */
async function admit(
  tx: Tx,
  accountId: string,
  invite: ReceivedInvite,
  { firstName, lastName }: Pick<Actor, 'firstName' | 'lastName'>,
): Promise<string> {
  const known = await tx.one<{ id: string; isActive: boolean }>(sql`
    select id, deactivated_at is null as "isActive" from portal_user
     where account_id = ${accountId} and address_key(email) = address_key(${invite.email})
     order by deactivated_at desc limit 1`)
  if (known?.isActive) throw addressTaken()
  const user = known
    ? await tx.one<{ id: string }>(sql`
        update portal_user
           set deactivated_at = null, role = 'User', permissions = ${invite.permissions}, access_changed_at = now(),
               former_accounts = '[]',
               first_name = coalesce(nullif(${firstName}, ''), first_name),
               last_name = coalesce(nullif(${lastName}, ''), last_name)
         where account_id = ${accountId} and id = ${known.id} returning id`)
    : await tx.one<{ id: string }>(sql`
        insert into portal_user (account_id, email, first_name, last_name, permissions, access_changed_at)
        values (${accountId}, ${invite.email}, ${firstName}, ${lastName}, ${invite.permissions}, now())
     returning id`)
  const userId = user!.id
  await tx.run(
    sql`delete from user_category where account_id = ${accountId} and user_id = ${userId}`,
  )
  await tx.run(sql`
    insert into user_category (account_id, user_id, invoice_category_id)
    select ${accountId}, ${userId}, invoice_category_id from invoice_category
     where invoice_category_id = any (${invite.categoryIds})`)
  await tx.run(sql`
    update invite set accepted_at = now(), accepted_user_id = ${userId}
     where account_id = ${accountId} and id = ${invite.id}`)
  return userId
}
