import sql from 'sql-template-tag'
import { lineName } from '@portal/domain/questions/ask'
import type { InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../platform/history/history.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { findQuestion } from './questions.queries.ts'

/** Withdraws a question of the user that has no answer. The conditional update decides a race with an answer. */
export async function withdrawQuestion(tx: Tx, scope: Scope, id: string): Promise<InvoiceQuestion> {
  const { accountId, actor } = scope
  const question = await findQuestion(tx, scope, id)
  if (!question?.isYours) throw notFound()
  const withdrawn = await tx.one<{ invoiceNumber: string }>(sql`
    update invoice_question set withdrawn_at = portal_now()
     where account_id = ${accountId} and id = ${id} and actor_id = ${actor.userId}
       and answer is null and withdrawn_at is null
 returning invoice_number as "invoiceNumber"`)
  const now = await findQuestion(tx, scope, id)
  if (!now) throw notFound()
  if (!withdrawn) {
    if (now.withdrawnAt === null)
      throw new Refusal(409, 'The provider has answered this question in the meantime.')
    return now
  }
  const { invoiceNumber } = withdrawn
  const author = authorOf(scope)
  await publishEvent(tx, {
    accountId,
    type: 'invoice.question.withdrawn',
    data: { questionId: id, invoiceNumber, withdrawnBy: eventAuthor(author) },
  })
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Question Withdrawn',
    description: `Withdrew the question about ${lineName(now.position, now.line)} of invoice ${invoiceNumber}`,
  })
  return now
}
