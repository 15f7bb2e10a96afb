import sql from 'sql-template-tag'
import { decidedFees } from '@portal/domain/equipment/equipment-shown'
import {
  pendingApproval,
  type Decision,
  type EquipmentStatus,
} from '@portal/domain/equipment/status'
import { plural } from '@portal/domain/kernel/plural'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import { named, type MailContent } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'
import { today } from '../platform/database/today.ts'

/** A first import contains requests from many years; requests older than this send no mail. */
const newForDays = 30
/** Companies per transaction. */
const mostCompanies = 50

interface Untold {
  accountId: string
  companyName: string
  id: string
  status: EquipmentStatus
  toldStatus: EquipmentStatus | null
  isNew: boolean
}

/**
 * Mails the equipment requests that an import changed, one mail per person. Requests that wait for approval go to the users who
 * may decide; other changes also go to the requester. Returns the number of requests. Any number of workers may run this.
 */
export async function notifyEquipment(systemDb: Database): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // Two workers at the same time would split one mail into two.
    await takeTurn(tx, 'tell equipment', '')
    const found = await tx.query<Untold & Record<string, unknown>>(sql`
      with untold as (
        select account_id, equipment_request_id, told_status from equipment_request
         where told_status is distinct from external_order_status
           and account_id in (select account_id from equipment_request
                               where told_status is distinct from external_order_status
                               group by account_id order by account_id limit ${mostCompanies})
           for update skip locked)
      update equipment_request r set told_status = r.external_order_status
        from untold u join company c using (account_id)
       where r.account_id = u.account_id and r.equipment_request_id = u.equipment_request_id
   returning r.account_id as "accountId", c.name as "companyName", r.equipment_request_id as id,
             r.external_order_status as status, u.told_status as "toldStatus",
             r.order_date > ${today} - ${newForDays}::int as "isNew"`)
    const worth = found.filter((one) =>
      one.status === pendingApproval
        ? one.isNew || one.toldStatus !== null
        : one.toldStatus !== null,
    )
    for (const accountId of new Set(worth.map((one) => one.accountId)))
      await tellCompany(
        tx,
        worth.filter((one) => one.accountId === accountId),
      )
    return found.length
  })
}

async function tellCompany(tx: Tx, requests: readonly Untold[]): Promise<void> {
  const { accountId, companyName } = requests[0]!
  const people = await toldOf(
    tx,
    accountId,
    requests.map(({ id }) => id),
  )
  for (const [email, ids] of people) {
    const about = requests.filter(({ id }) => ids.has(id))
    const [first] = about
    const isOne = about.length === 1
    const heading = isOne
      ? `Equipment request ${named(first!.id)} ${said(first!)}`
      : subjectOf(about)
    await queueMail(tx, {
      accountId,
      about: aboutOf(first!.id, first!.status),
      kind: 'equipment',
      recipients: [email],
      subject: heading,
      heading,
      preview: `For ${named(companyName)}.`,
      facts: [
        ['Company', companyName],
        ...about.map((one) => [`Equipment request ${one.id}`, said(one)] as const),
      ],
      ...(isOne ? ofRequest(first!.id) : { button: { label: 'See the requests', path: '/erf' } }),
    })
  }
}

function subjectOf(about: readonly Untold[]): string {
  const waiting = about.filter(({ status }) => status === pendingApproval).length
  if (waiting === 0) return `${plural(about.length, 'equipment request')} changed`
  return `${plural(waiting, 'equipment request')} ${waiting === 1 ? 'waits' : 'wait'} for approval`
}

/** Unique per change, because a request may return to an earlier status. */
const aboutOf = (requestId: string, status: string) =>
  `equipment ${requestId} ${status} ${new Date().toISOString()}`

const said = ({ status }: Untold) =>
  status === pendingApproval ? 'waits for approval' : `now has the status ${status}`

const ofRequest = (id: string): Pick<MailContent, 'button' | 'thread'> => ({
  button: { label: 'See the request', path: `/erf/detail/${encodeURIComponent(id)}` },
  thread: `equipment ${id}`,
})

export interface MadeDecision {
  requestId: string
  decision: Decision
  cents: number
  /** The fees that were shown to the user, if they differed. */
  shownCents: number | null
}

/** Mails a decision that was made in the portal, in the decision's transaction. */
export async function notifyDecision(
  tx: Tx,
  scope: Scope,
  { requestId, decision, cents, shownCents }: MadeDecision,
): Promise<void> {
  const { accountId, actor, companyName } = scope
  const did = decision === 'approve' ? 'approved' : 'cancelled'
  await queueMail(tx, {
    accountId,
    about: aboutOf(requestId, did),
    kind: 'equipment',
    recipients: [...(await toldOf(tx, accountId, [requestId])).keys()],
    subject: `Equipment request ${named(requestId)} was ${did}`,
    heading: `Equipment request ${named(requestId)} was ${did}`,
    preview: `By ${named(actorName(actor))}, for ${named(companyName)}.`,
    facts: [
      ['Company', companyName],
      ['Equipment request', requestId],
      [did === 'approved' ? 'Approved by' : 'Cancelled by', actorName(actor)],
      ['Installation fees', decidedFees(cents, shownCents)],
    ],
    ...ofRequest(requestId),
  })
}

/**
 * Returns the recipients of each request: the users who may decide, and the requester. The requester is found by address,
 * or by a name that only one user has.
 */
async function toldOf(
  tx: Tx,
  accountId: string,
  requestIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const rows = await tx.query<{ email: string; ids: string[] }>(sql`
    with member as (
      select address_key(email) as email, permissions, lower(trim(first_name || ' ' || last_name)) as name
        from portal_user where account_id = ${accountId} and deactivated_at is null)
    select m.email, array_agg(r.equipment_request_id) as ids
      from equipment_request r join member m
        on 'AccessErfs' = any (m.permissions) or m.email = address_key(r.ordered_by_email)
           or (r.ordered_by_email is null and m.name = lower(trim(r.ordered_by))
               and 1 = (select count(*) from member other where other.name = m.name))
     where r.account_id = ${accountId} and r.equipment_request_id = any (${requestIds})
     group by m.email order by m.email`)
  return new Map(rows.map(({ email, ids }) => [email, new Set(ids)]))
}
