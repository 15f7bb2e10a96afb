import sql from 'sql-template-tag'
import { approvalTermsVersion } from '@portal/domain/equipment/approval-terms'
import { changedEquipment, decidedFees, totalFees } from '@portal/domain/equipment/equipment-shown'
import type { EquipmentLine } from '@portal/domain/equipment/equipment.schema'
import {
  decisionRefusal,
  decisions,
  pendingApproval,
  type Decision,
  type EquipmentStatus,
} from '@portal/domain/equipment/status'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { inDollars, listLines, totalCents, type LineRow } from './equipment.queries.ts'
import { notifyDecision, type MadeDecision } from './notify-equipment.ts'

/**
 * Approves or cancels a request in the company's name. A conditional update decides races: one caller finds the request
 * pending, the others get its current status. The decision is recorded in the same transaction.
 */
export async function decideEquipment(
  tx: Tx,
  scope: Scope,
  decision: Decision,
  { requestId, shown }: { requestId: string; shown: EquipmentLine[] | undefined },
): Promise<void> {
  const { accountId } = scope
  const { status } = decisions[decision]
  const decided = await tx.run(sql`
    update equipment_request set external_order_status = ${status}, told_status = ${status}
     where account_id = ${accountId} and equipment_request_id = ${requestId}
       and external_order_status = ${pendingApproval}`)
  if (decided === 0) throw await whyNot(tx, accountId, requestId)
  // The row is locked here: an import that changes the items has finished, or waits.
  const lines = await listLines(tx, accountId, requestId)
  const changed = shown && changedEquipment(decision, shown, lines.map(inDollars))
  if (changed) throw new Refusal(409, changed)
  const cents = totalCents(lines)
  const seen = shown ? totalFees(shown) : cents
  const made = { requestId, decision, cents, shownCents: seen === cents ? null : seen }
  await recordDecision(tx, scope, made)
  await notifyDecision(tx, scope, made)
  const decidedBy = { userId: scope.actor.userId, name: actorName(scope.actor) }
  const data = { equipmentRequestId: requestId, externalOrderStatus: status, decidedBy }
  if (decision === 'cancel')
    return publishEvent(tx, { accountId, type: 'equipment_request.cancelled', data })
  const accepted = { ...data, lineItems: lines.map(acceptedItem) }
  return publishEvent(tx, { accountId, type: 'equipment_request.approved', data: accepted })
}

async function whyNot(tx: Tx, accountId: string, requestId: string): Promise<Refusal> {
  const request = await tx.one<{ status: EquipmentStatus }>(sql`
    select external_order_status as status from equipment_request
     where account_id = ${accountId} and equipment_request_id = ${requestId}`)
  const refusal = request && decisionRefusal(request.status)
  // The request is pending again by now, so the next attempt can decide.
  if (request && !refusal) return new Refusal(409, 'This request has changed in the meantime.')
  return refusal ? new Refusal(409, refusal) : notFound()
}

async function recordDecision(
  tx: Tx,
  scope: Scope,
  { requestId, decision, cents, shownCents }: MadeDecision,
): Promise<void> {
  const { accountId, actor } = scope
  const { done } = decisions[decision]
  const terms = done === 'approved' ? approvalTermsVersion : null
  await tx.run(sql`
    insert into equipment_decision (account_id, equipment_request_id, decision, actor_id, actor_account_id,
                                    actor_name, ip_address, total_cents, shown_cents, terms)
    values (${accountId}, ${requestId}, ${done}, ${actor.userId}, ${actor.accountId},
            ${actorName(actor)}, ${actor.ipAddress}, ${cents}, ${shownCents}, ${terms})`)
  await recordHistory(tx, authorOf(scope), {
    category: 'Equipment',
    entryType: done === 'approved' ? 'Request Approved' : 'Request Cancelled',
    description:
      done === 'approved'
        ? `Approved equipment request ${requestId} with installation fees of ${decidedFees(cents, shownCents)}, terms of ${terms}`
        : `Cancelled equipment request ${requestId}`,
  })
}

const acceptedItem = ({ id, equipmentName, equipmentType, dataCenter, feeCents }: LineRow) => ({
  id,
  equipmentName,
  equipmentType,
  dataCenter,
  installationFeeCents: feeCents,
  currency: 'USD',
})
