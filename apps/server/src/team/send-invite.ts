import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { addressKey } from '@portal/domain/kernel/email'
import type { Invite, SendInvite } from '@portal/domain/team/invites.schema'
import { inviteFaults, inviteRefusal } from '@portal/domain/team/invite-form'
import { changedInvite } from '@portal/domain/team/rights-shown'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database.ts'
import { authorOf, recordHistory } from '../platform/history.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { limitRate } from '../platform/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Scope } from '../platform/scope.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { changeTeam, grantorOf } from './change-team.ts'
import { inviteMail } from './invite-mail.ts'
import { findInvite, findOpenInvite, grantsOf, saveInvite } from './invites.queries.ts'

const perUserAndHour = 20
const perCompanyAndDay = 100
const resendsPerDay = 5

/** Invites an address; an open invitation of that address is renewed with a new link. */
export async function sendInvite(
  deps: Deps,
  request: FastifyRequest,
  body: SendInvite,
): Promise<Invite> {
  const { permissions, invoiceCategories: categoryIds = [] } = body
  const email = body.email.trim()
  if (categoryIds.length > 0 && !permissions.includes('AccessInvoices'))
    throw new Refusal(400, 'invoiceCategories: only with AccessInvoices')
  const [fault] = Object.values(inviteFaults({ email, permissions, categoryIds }))
  if (fault) throw new Refusal(400, fault)
  const asked = await scopeOfBody(deps, request, body.accountId)
  await limitInvites(deps, asked, email)
  return changeTeam(deps, request, asked, async (tx, scope) => {
    const refusal = inviteRefusal(grantorOf(scope), { permissions, categoryIds })
    if (refusal) throw new Refusal(403, refusal)
    const { companyName } = scope
    const categories = await categoryNames(tx, categoryIds)
    const now = { companyName, permissions, categories, leavesCompany: null }
    const changed = body.shown && changedInvite({ ...now, categories: body.shown }, now)
    if (changed) throw new Refusal(409, changed)
    await checkNotMember(tx, scope, email)
    const { accountId, actor } = scope
    const openId = await findOpenInvite(tx, accountId, email)
    const before = openId ? await findInvite(tx, accountId, openId) : undefined
    // 256 random bits cannot be guessed, and the address must match as well.
    const code = randomBytes(32).toString('base64url')
    const id = await saveInvite(tx, accountId, openId, {
      email,
      permissions,
      categoryIds,
      code,
      days: deps.config.inviteDays,
      invitedBy: actor.userId,
      invitedByAccount: actor.accountId,
    })
    const invite = await findInvite(tx, accountId, id)
    await queueMail(tx, inviteMail(deps.config, scope, invite))
    await recordHistory(tx, authorOf(scope), {
      category: 'Invite',
      entryType: before ? 'Invite Resent' : 'Invite Sent',
      description: sentWords(before, invite),
    })
    return invite
  })
}

function sentWords(before: Invite | undefined, after: Invite): string {
  const granted = grantsOf(after)
  if (!before) return `Invited ${after.email} with ${granted}`
  if (grantsOf(before) === granted) return `Invited ${after.email} again with ${granted}`
  return `Invited ${after.email} again: ${grantsOf(before)} → ${granted}`
}

/** Limits invitations, so that the portal cannot be used to flood mailboxes. */
async function limitInvites(deps: Deps, { accountId, actor }: Scope, email: string): Promise<void> {
  const mailbox = `${accountId} ${addressKey(email)}`
  await limitRate(deps.db, 'invites of', actor.userId, perUserAndHour, 'hour')
  await limitRate(deps.db, 'invites of', accountId, perCompanyAndDay, 'day')
  await limitRate(deps.db, 'invite', mailbox, 1 + resendsPerDay, 'day')
}

async function categoryNames(tx: Tx, ids: number[]): Promise<string[]> {
  const known = await tx.query<{ name: string }>(sql`
    select name from invoice_category where invoice_category_id = any (${ids})`)
  if (known.length !== ids.length)
    throw new Refusal(400, 'invoiceCategories: names an unknown category')
  return known.map(({ name }) => name)
}

/** Checks only this company: whether another company has the address is confidential. */
async function checkNotMember(tx: Tx, scope: Scope, email: string): Promise<void> {
  const member = await tx.one(sql`
    select id from portal_user
     where account_id = ${scope.accountId} and address_key(email) = address_key(${email}) and deactivated_at is null`)
  if (member) throw new Refusal(409, `${email} is already a member of ${scope.companyName}.`)
}
