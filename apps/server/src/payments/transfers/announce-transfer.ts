import sql from 'sql-template-tag'
import { noticeText, paidOnRefusal } from '@portal/domain/invoices/transfer-notice'
import type { AnnounceTransfer } from '@portal/domain/invoices/transfers.schema'
import { formatMoney, parseCents } from '@portal/domain/kernel/money'
import { parseIsoDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import { renewAnswers } from '../../invoices/answer-cache.ts'
import { endNotices } from '../../invoices/transfer-notices.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { autoPayDay, findToday } from '../../platform/database/today.ts'
import { authorOf, eventAuthor, recordHistory } from '../../platform/history/history.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { publishEvent } from '../../platform/outbox/outbox.ts'
import { visibleCategories } from '../../session/visible-categories.ts'
import { lockAutoPay } from '../autopay/plan-autopay.ts'
import {
  readCredits,
  readTransferInvoices,
  requireAnnounceable,
  type TransferInvoice,
} from './read-transfer.ts'

/**
 * Announces a transfer under the locks of a payment of these invoices, and takes them out of AutoPay's charges of today.
 * AutoPay's lock is taken first: a day that is fixed at this moment has its charges before or after. Returns false if an
 * invoice is locked: waiting for it could deadlock with an import.
 */
export async function announceTransfer(
  tx: Tx,
  scope: Scope,
  wish: AnnounceTransfer,
): Promise<boolean> {
  const { accountId, actor } = scope
  const author = authorOf(scope)
  await lockAutoPay(tx, accountId)
  const known = await tx.one(sql`
    select from transfer_notice where account_id = ${accountId} and transfer_id = ${wish.transferId} limit 1`)
  if (known) return true
  await requirePaidOn(tx, wish.paidOn)
  const wanted = new Map(wish.invoices.map(({ id, amount }) => [id, centsOf(amount, wish)]))
  const invoices = await readTransferInvoices(tx, scope, [...wanted.keys()], 'lockFree')
  if (!invoices) return false
  const [first] = invoices as [TransferInvoice]
  if (first.currency !== wish.currencyIsoCode)
    throw new Refusal(409, `${first.invoiceNumber} is in ${first.currency}. Please check it again.`)
  requireAnnounceable(invoices, ({ id }) => wanted.get(id)!)
  const deductedCredits = await requireCredits(tx, scope, wish, first)
  const parts = invoices.map(({ id, invoiceNumber }) => ({
    invoiceNumber,
    amountCents: wanted.get(id)!,
  }))
  const amountCents = parts.reduce((sum, one) => sum + one.amountCents, 0)
  if (amountCents === 0) throw new Refusal(409, 'Nothing is left to transfer.')
  const { paidOn, reference, transferId, currencyIsoCode: currency } = wish
  await tx.run(sql`
    insert into transfer_notice (account_id, transfer_id, invoice_number, currency, amount_cents, paid_on, reference,
                                 actor_id, actor_name, after_movement)
    select ${accountId}, ${transferId}, number, ${currency}, cents, ${paidOn}, ${reference}, ${actor.userId},
           ${author.actorName}, last
      from unnest(${parts.map(({ invoiceNumber }) => invoiceNumber)}::text[],
                  ${parts.map((one) => one.amountCents)}::bigint[],
                  ${invoices.map(({ lastMovement }) => lastMovement)}::bigint[]) as part (number, cents, last)`)
  await tx.run(sql`
    delete from autopay_item
     where account_id = ${accountId} and day = ${autoPayDay}
       and invoice_id = any (${[...wanted.keys()]}::bigint[])`)
  await publishEvent(tx, {
    accountId,
    type: 'transfer.announced',
    data: {
      transferId,
      currency,
      amountCents,
      paidOn,
      reference,
      invoices: parts,
      deductedCredits,
      announcedBy: eventAuthor(author),
    },
  })
  const notice = { cents: amountCents, currency, paidOn, actorName: author.actorName }
  const listed =
    parts.length > 20
      ? plural(parts.length, 'invoice')
      : parts.map((one) => one.invoiceNumber).join(', ')
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Transfer Announced',
    description: `${noticeText(notice)}: ${listed}`,
  })
  await renewAnswers(tx, accountId)
  return true
}

function centsOf(amount: number, { currencyIsoCode }: AnnounceTransfer): number {
  const cents = parseCents(amount, currencyIsoCode)
  if (cents === undefined) throw new Refusal(400, `amount: is not an amount in ${currencyIsoCode}`)
  return cents
}

async function requirePaidOn(tx: Tx, paidOn: string): Promise<void> {
  if (!parseIsoDay(paidOn)) throw new Refusal(400, 'paidOn: is not a day')
  const refusal = paidOnRefusal(paidOn, await findToday(tx))
  if (refusal) throw new Refusal(409, refusal)
}

/** Returns the deducted credits for the event. Throws a Refusal if less is left of one. */
async function requireCredits(tx: Tx, scope: Scope, wish: AnnounceTransfer, of: TransferInvoice) {
  if (wish.deducted.length === 0) return []
  const open = new Map(
    (await readCredits(tx, scope, of)).map((one) => [one.invoiceNumber, one.cents]),
  )
  return wish.deducted.map(({ invoiceNumber, amount }) => {
    const amountCents = centsOf(amount, wish)
    if (amountCents > (open.get(invoiceNumber) ?? 0))
      throw new Refusal(
        409,
        `Less than ${formatMoney(amountCents, of.currency)} is left of credit ${invoiceNumber}. Please check the credits again.`,
      )
    return { invoiceNumber, amountCents }
  })
}

/** Withdraws the notice of an invoice that the user sees. One that has ended stays as it is. */
export async function withdrawNotice(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { accountId } = scope
  const notice = await tx.one<{
    transferId: string
    invoiceNumber: string
    currency: string
    cents: number
    paidOn: string
    actorName: string
  }>(sql`
    select n.transfer_id as "transferId", n.invoice_number as "invoiceNumber", n.currency, n.amount_cents as cents,
           n.paid_on as "paidOn", n.actor_name as "actorName"
      from transfer_notice n join invoice i on i.account_id = n.account_id and i.invoice_number = n.invoice_number
     where n.account_id = ${accountId} and n.id = ${id} ${visibleCategories(scope)}`)
  if (!notice) throw notFound()
  const [ended] = await endNotices(tx, [{ accountId, id }], 'withdrawn')
  if (!ended) return
  const { transferId, invoiceNumber, currency, cents } = notice
  const author = authorOf(scope)
  await publishEvent(tx, {
    accountId,
    type: 'transfer.withdrawn',
    data: {
      transferId,
      currency,
      invoices: [{ invoiceNumber, amountCents: cents }],
      withdrawnBy: eventAuthor(author),
    },
  })
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Transfer Withdrawn',
    description: `Withdrew from invoice ${invoiceNumber}: ${noticeText(notice)}`,
  })
}
