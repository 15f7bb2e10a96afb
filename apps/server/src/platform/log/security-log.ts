import { requestContext } from '@fastify/request-context'
import type { FastifyRequest } from 'fastify'

/** The events of the security log, with the descriptions for docs/security-log.md. */
export const securityEvents = {
  'sign_in.succeeded': 'A person signed in.',
  'sign_in.guest_admitted':
    'An account without a user signed in on the way to an invitation. It has no other access.',
  'sign_in.refused':
    'A sign-in ended without a session. `reason`: `unknown_account` (no user has it, or its address is not verified), `other_account` (the user with the address has another account: `portal sign-in rebind`), `left_provider` (the account of a super admin has an address outside `PROVIDER_DOMAIN` now: take the role, or correct the address or the setting), `unknown_attempt` (the response belongs to no sign-in that this browser started within ten minutes), `bad_answer` (the provider refused, or its response failed the checks), `unusable_claim` (the id, the address or the name is empty, too long, or has control characters).',
  'session.ended':
    'A session was ended. `reason`: `signed_out`, `replaced` (by a new sign-in in the same browser), `joined_company`, `ended_by_owner` or `ended_by_admin` (on the page of sessions).',
  'access.refused':
    'A call was refused. `reason`: `not_signed_in`, `guest` (an invitee), `permission`, `other_company`, `rule` (for example, granting what one does not hold).',
  'request.forged':
    'A change was refused because it did not come from a page of this portal. `reason`: `other_site`, `page_token`.',
  'input.refused':
    'A call had a form that no page of the portal sends. `reason` names the declared field and the error.',
  'limit.exceeded':
    'Too many calls. `reason` names what was counted. Only the first refused call of a window is logged.',
  'key.refused': "A key of the provider's systems was refused. `reason`: `unknown`, `scope`.",
  'provider_event.refused': 'An event without a valid signature of the card provider was refused.',
  'invite.sent': 'An invitation was sent.',
  'invite.revoked': 'An invitation was revoked.',
  'invite.accepted': 'An invitation was accepted.',
  'invite.refused':
    'A request for an invitation was refused. `reason`: `unknown_code` (revoked ones too), `other_person` (it is for another address), `sender` (its sender may no longer grant it), `expired`.',
  'sign_in.reset':
    'A super admin took the account at the sign-in provider from `subjectId`. The next verified sign-in with the address has the new one.',
  'access.changed':
    'The access of `subjectId` was changed. `reason`: `permissions`, `categories`. The history of the company has the details.',
  'super_admin.granted': 'The role of `subjectId` was changed to super admin.',
  'super_admin.revoked': '`subjectId` is no longer a super admin.',
  'user.removed': 'The access of `subjectId` was ended.',
  'error.unexpected':
    'A call failed because of a defect. `code` is the `supportId` of the response.',
} as const

export type SecurityEvent = keyof typeof securityEvents

/** Security events of the worker, which finds these changes in the database, whatever caused them. */
export const workerSecurityEvents = {
  'super_admin.noticed':
    '`subjectId` became a super admin, or stopped being one (`reason`: `granted`, `revoked`): on a screen, by a record, on the command line, or by SQL. `code` is the id of the change, which has the author. Super admins and SECURITY_EMAIL get an email.',
  'bank_account.changed':
    "Bank details for customers' payments were changed. `code` is the id of the change; `reason` has the account, its last characters before and after, and the key that made the change.",
} as const

export interface SecurityFacts {
  accountId?: string
  actorId?: string
  actorAccountId?: string
  subjectId?: string
  reason?: string
  code?: string
}

export type WorkerLog = { warn: (details: object, message: string) => void }

export function logWorkerSecurity(
  log: WorkerLog,
  event: keyof typeof workerSecurityEvents,
  facts: SecurityFacts,
): void {
  log.warn({ event, ...facts }, messageOf(workerSecurityEvents[event]))
}

/**
 * Writes one line for the portal's security monitoring: who did what, in which company, from where. A line never contains
 * names, email addresses, customer texts, codes or tokens. It is written at every LOG_LEVEL except `silent`.
 */
export function logSecurity(
  request: FastifyRequest,
  event: SecurityEvent,
  facts: SecurityFacts = {},
): void {
  const { address, routeOptions, method } = request
  const { log = request.log, names } = requestContext.get('trace') ?? {}
  const call = `${method} ${routeOptions.url ?? ''}`
  const line = { event, ip: address, call, ...names, ...facts }
  const always = (log.level !== 'silent' && log.child?.({}, { level: 'info' })) || log
  always.info(line, messageOf(securityEvents[event]))
}

/** Returns the description of an event up to the part that explains its fields. */
const messageOf = (description: string) => description.split(/\. `| \(`/)[0] ?? description
