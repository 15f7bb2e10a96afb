import sql from 'sql-template-tag'
import { holds, permissionLabels, type Permission } from '@portal/domain/kernel/permissions'
import type { AccessRequest, DecideAccess } from '@portal/domain/team/access-requests.schema'
import { addressKey } from '@portal/domain/kernel/email'
import type { Config } from '../config.ts'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { named } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { orderAccess, requireShown } from './change-access.ts'
import { findMember, listManagers } from './members.queries.ts'

/** Returns undecided requests, of one member or of all members. */
export async function openRequests(
  tx: Tx,
  accountId: string,
  userId?: string,
): Promise<AccessRequest[]> {
  const rows = await tx.query<Omit<AccessRequest, 'createdDate'> & { createdAt: Date }>(sql`
    select id, user_id as "userId", permission, created_at as "createdAt" from access_request
     where account_id = ${accountId} and decided_at is null
       and (${userId ?? null}::uuid is null or user_id = ${userId ?? null})
     order by created_at, id limit 500`)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }))
}

/** Requests a permission from the company's managers. A repeat adds no request and no mail. */
export async function askForAccess(
  tx: Tx,
  scope: Scope,
  permission: Permission,
): Promise<AccessRequest> {
  const { actor, companyName } = scope
  const { accountId } = actor
  if (holds(actor, permission))
    throw new Refusal(409, `You hold ${permissionLabels[permission]} already.`)
  const created = await tx.one<{ id: string }>(sql`
    insert into access_request (account_id, user_id, permission)
    values (${accountId}, ${actor.userId}, ${permission})
        on conflict (account_id, user_id, permission) where decided_at is null do nothing
 returning id`)
  const requests = await openRequests(tx, accountId, actor.userId)
  const request = requests.find((one) => one.permission === permission)!
  if (!created) return request
  const label = permissionLabels[permission]
  await queueMail(tx, {
    accountId,
    about: `access request ${request.id}`,
    kind: 'accessRequests',
    recipients: (await listManagers(tx, accountId)).map(({ email }) => email),
    subject: `${named(actorName(actor))} requests ${label}`,
    heading: `${named(actorName(actor))} requests ${label}`,
    preview: `Grant or decline it under Users.`,
    facts: [
      ['Company', companyName],
      ['User', `${named(actorName(actor))} (${actor.email})`],
      ['Permission', label],
    ],
    button: { label: 'Grant or decline it under Users', path: `/users?open=${actor.userId}` },
  })
  await recordHistory(tx, authorOf(scope), {
    category: 'User',
    entryType: 'Access Requested',
    description: `Requested the permission ${label}`,
  })
  return request
}

/** Grants the request by the same rules as the Users screen, or declines it; mails the requester. */
export async function decideRequest(
  tx: Tx,
  config: Config,
  scope: Scope,
  id: string,
  { granted, shown }: DecideAccess,
): Promise<string> {
  const { accountId } = scope
  const request = await tx.one<{ userId: string; permission: Permission }>(sql`
    update access_request set decided_at = now(), decided_by = ${scope.actor.userId}, granted = ${granted}
     where account_id = ${accountId} and id = ${id} and decided_at is null
 returning user_id as "userId", permission`)
  if (!request) throw notFound()
  const member = await findMember(tx, accountId, request.userId)
  await requireShown(tx, accountId, member, shown)
  const label = permissionLabels[request.permission]
  if (granted)
    await orderAccess(
      tx,
      scope,
      { userId: member.id, grant: request.permission },
      config.page.providerDomain,
    )
  else
    await recordHistory(tx, authorOf(scope), {
      category: 'User',
      entryType: 'Access Declined',
      description: `Declined the permission ${label} to ${member.name}`,
    })
  const heading = granted ? `You now have ${label}` : `Your request for ${label} was declined`
  await queueMail(tx, {
    accountId,
    about: `access decision ${id}`,
    kind: 'accessDecisions',
    recipients: [addressKey(member.email)],
    subject: heading,
    heading,
    preview: `Decided by ${named(actorName(scope.actor))}.`,
    facts: [
      ['Company', scope.companyName],
      ['Permission', label],
      [granted ? 'Granted by' : 'Declined by', actorName(scope.actor)],
    ],
    ...(granted && { button: { label: 'Open the portal', path: '/' } }),
  })
  return member.id
}
