import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { addressKey } from '@portal/domain/kernel/email'
import type {
  Invite,
  InviteRoom,
  ListedInvite,
  SendInvite,
  SendInvites,
} from '@portal/domain/team/invites.schema'
import { emailFault, grantFaults, inviteRefusal } from '@portal/domain/team/invite-form'
import { listedFate, waitText, type ListedFate } from '@portal/domain/team/people-list'
import { changedInvite } from '@portal/domain/team/rights-shown'
import type { Deps } from '../deps.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { countHit } from '../platform/http/rate-limit.ts'
import { Refusal, tooMany } from '../platform/http/refusal.ts'
import { claimKey } from '../platform/http/request-key.ts'
import { scopeOf, type Scope } from '../platform/database/scope.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { changeTeam, grantorOf } from './change-team.ts'
import { inviteMail } from './invite-mail.ts'
import { findInvite, findOpenInvite, grantsOf, saveInvite, sentWithKey } from './invites.queries.ts'

const perUserAndHour = 50
const perCompanyAndDay = 100
const perAddressAndDay = 6

/** Invites an address; an open invitation of the same address is renewed with a new link. */
export async function sendInvite(
  deps: Deps,
  request: FastifyRequest,
  body: SendInvite,
): Promise<Invite> {
  const email = body.email.trim()
  checkForm(email, body)
  const asked = await scopeOfBody(deps, request, body.accountId)
  // Refused invitations are counted too.
  const limit = await countInvite(deps.db, asked, email)
  if (limit) throw tooMany(limit.text, limit.left, limit.what, limit.isFirst)
  return changeTeam(deps, request, asked, async (tx, scope) => {
    await checkGrants(tx, scope, body)
    if (await isMember(tx, scope, email))
      throw new Refusal(409, `${email} is already a member of ${scope.companyName}.`)
    return saveAndMail(deps, tx, scope, { ...body, email })
  })
}

/** Invites every address of a list, with the same grants, in one transaction. */
export async function sendInvites(
  deps: Deps,
  request: FastifyRequest,
  body: SendInvites,
  key: string | undefined,
): Promise<ListedInvite[]> {
  const emails = body.emails.map((email) => email.trim())
  for (const email of emails) checkForm(email, body)
  if (new Set(emails.map(addressKey)).size < emails.length)
    throw new Refusal(400, 'emails: has an address twice')
  return changeTeam(deps, request, scopeOf(request), async (tx, scope) => {
    await claimKey(tx, scope, key, { call: 'sendInvites', ...body })
    const sentBefore = await sentWithKey(tx, scope, key)
    if (!sentBefore) await checkGrants(tx, scope, body)
    const listed: ListedInvite[] = []
    for (const email of emails)
      listed.push(await inviteListed(deps, tx, scope, { ...body, email, sentBefore }))
    return listed
  })
}

interface OfList extends SendInvites {
  email: string
  /** What the first call with the same key sent; in that case nothing more is sent. */
  sentBefore: Awaited<ReturnType<typeof sentWithKey>>
}

async function inviteListed(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  { email, sentBefore, sendAgain, ...terms }: OfList,
): Promise<ListedInvite> {
  const told = (fate: ListedFate, reason: string | null = null) => ({ email, fate, reason })
  const sent = sentBefore?.get(addressKey(email))
  if (sent) return told(sent)
  const known = {
    isMember: await isMember(tx, scope, email),
    openInvite: await openInvite(tx, scope, email),
  }
  const fate = listedFate(known, sendAgain, new Date())
  if (fate === 'member' || fate === 'open') return told(fate)
  if (sentBefore) return told('limited')
  const limit = await countInvite(tx, scope, email)
  if (limit) return told('limited', limit.text)
  await saveAndMail(deps, tx, scope, { ...terms, email })
  return told(fate)
}

function checkForm(email: string, { permissions, invoiceCategories: categoryIds = [] }: Grants) {
  if (categoryIds.length > 0 && !permissions.includes('AccessInvoices'))
    throw new Refusal(400, 'invoiceCategories: only with AccessInvoices')
  const [fault = emailFault(email)] = Object.values(grantFaults({ permissions, categoryIds }))
  if (fault) throw new Refusal(400, fault)
}

function sentWords(before: Invite | undefined, after: Invite): string {
  const granted = grantsOf(after)
  if (!before) return `Invited ${after.email} with ${granted}`
  if (grantsOf(before) === granted) return `Invited ${after.email} again with ${granted}`
  return `Invited ${after.email} again: ${grantsOf(before)} → ${granted}`
}

/**
 * Counts an invitation, so that the portal cannot be used to flood mailboxes. Returns the limit that is exceeded, if any.
 * For a list, every sent invitation is counted.
 */
async function countInvite(db: Database | Tx, scope: Scope, email: string) {
  const mailbox = `${scope.accountId} ${addressKey(email)}`
  const limits = [
    ...groupLimits(scope),
    ['invite', mailbox, perAddressAndDay, 'day', `${email} can be sent another invitation in`],
  ] as const
  for (const [what, who, most, window, words] of limits) {
    const { hits, left } = await countHit(db, what, who, window)
    if (hits > most)
      return { what, left, isFirst: hits === most + 1, text: `${words} ${waitText(left)}.` }
  }
  return undefined
}

const more = (most: number) => `can invite ${most} more people in`
const groupLimits = ({ accountId, actor }: Scope) =>
  [
    ['invites of', actor.userId, perUserAndHour, 'hour', `You ${more(perUserAndHour)}`],
    ['invites of', accountId, perCompanyAndDay, 'day', `Your company ${more(perCompanyAndDay)}`],
  ] as const

/** Returns how many people may be invited now, and when more may be invited. */
export async function findInviteRoom(db: Database, scope: Scope): Promise<InviteRoom> {
  const rooms: InviteRoom[] = []
  for (const [what, who, most, window, words] of groupLimits(scope)) {
    const { hits, left } = await countHit(db, what, who, window, 0)
    rooms.push({ people: Math.max(0, most - hits), later: `${words} ${waitText(left)}.` })
  }
  return rooms.reduce((least, one) => (one.people <= least.people ? one : least))
}

async function openInvite(tx: Tx, { accountId }: Scope, email: string) {
  const id = await findOpenInvite(tx, accountId, email)
  return id === undefined ? undefined : findInvite(tx, accountId, id)
}

type Grants = Pick<SendInvite, 'permissions' | 'invoiceCategories' | 'shown'>

async function checkGrants(tx: Tx, scope: Scope, granted: Grants): Promise<void> {
  const { permissions, invoiceCategories: categoryIds = [], shown } = granted
  const refusal = inviteRefusal(grantorOf(scope), { permissions, categoryIds })
  if (refusal) throw new Refusal(403, refusal)
  const { companyName } = scope
  const categories = await categoryNames(tx, categoryIds)
  const now = { companyName, permissions, categories, leavesCompany: null }
  const changed = shown && changedInvite({ ...now, categories: shown }, now)
  if (changed) throw new Refusal(409, changed)
}

async function saveAndMail(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  { email, permissions, invoiceCategories: categoryIds = [] }: Grants & { email: string },
): Promise<Invite> {
  const { accountId, actor } = scope
  const before = await openInvite(tx, scope, email)
  // 256 random bits cannot be guessed; the address must match as well.
  const code = randomBytes(32).toString('base64url')
  const id = await saveInvite(tx, accountId, before?.id, {
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
}

async function categoryNames(tx: Tx, ids: number[]): Promise<string[]> {
  const known = await tx.query<{ name: string }>(sql`
    select name from invoice_category where invoice_category_id = any (${ids})`)
  if (known.length !== ids.length)
    throw new Refusal(400, 'invoiceCategories: names an unknown category')
  return known.map(({ name }) => name)
}

/** Checks this company only, because it is confidential whether another company has the address. */
async function isMember(tx: Tx, scope: Scope, email: string): Promise<boolean> {
  const member = await tx.one(sql`
    select id from portal_user
     where account_id = ${scope.accountId} and address_key(email) = address_key(${email}) and deactivated_at is null`)
  return member !== undefined
}
