import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { toCents } from '@portal/domain/kernel/money'
import { askRefusal, lineName, messageFault, messageText } from '@portal/domain/questions/ask'
import type { AskQuestion, InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../platform/history/history.ts'
import { lineEvidence } from '../authorization/read-authorization.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { holdsKey, keyOfOtherContent } from '../platform/http/request-key.ts'
import { actorName, type Scope } from '../platform/database/scope.ts'
import { takeTurn } from '../platform/database/take-turn.ts'
import { countQuestions, findQuestion, isLineAsSeen } from './questions.queries.ts'

interface Asked extends AskQuestion {
  invoiceNumber: string
  /** The key of the request; a user asks one question per key. */
  key: string | undefined
}

/** Asks the provider about a line. The question, its event and its history entry are one transaction; a worker sends the mail. */
export async function askQuestion(tx: Tx, scope: Scope, asked: Asked): Promise<InvoiceQuestion> {
  const { invoiceNumber, position, line, key = randomUUID() } = asked
  const fault = messageFault(asked.message)
  if (fault) throw new Refusal(400, `message: ${fault}`)
  const message = messageText(asked.message)
  // Read before the lock on the questions, because it reads all bills of a month.
  const evidence = await lineEvidence(tx, scope.accountId, invoiceNumber, position - 1)
  // Serializes requests with the same key, and the count of questions.
  await takeTurn(tx, 'questions', scope.accountId)
  // The content of the line, not its position: an import may have moved the line since the first request.
  const isSameContent = await holdsKey(tx, scope, asked.key, {
    call: 'askQuestion',
    invoiceNumber,
    line,
    message,
  })
  const before = await findAsked(tx, scope, key)
  // The first response was lost, and the user has edited the text since.
  if (before && !isSameContent)
    throw new Refusal(
      409,
      'Your question was already sent with another text. Please reload the page to see it.',
    )
  if (before) return before
  if (!isSameContent) throw keyOfOtherContent()
  const isSame = await isLineAsSeen(tx, scope, invoiceNumber, { position, line })
  if (isSame === undefined) throw notFound()
  if (!isSame)
    throw new Refusal(409, 'This line has changed in the meantime. Please look at it again.')
  const refusal = askRefusal(await countQuestions(tx, scope, invoiceNumber))
  if (refusal) throw new Refusal(409, refusal)
  const id = await writeQuestion(tx, scope, { ...asked, message, key, evidence })
  const question = await findQuestion(tx, scope, id)
  return question!
}

async function findAsked(tx: Tx, scope: Scope, key: string): Promise<InvoiceQuestion | undefined> {
  const asked = await tx.one<{ id: string }>(sql`
    select id from invoice_question
     where account_id = ${scope.accountId} and actor_id = ${scope.actor.userId} and request_key = ${key}`)
  const question = asked && (await findQuestion(tx, scope, asked.id))
  if (asked && !question) throw notFound()
  return question
}

interface Written {
  key: string
  /** What is known about the line, for the provider. */
  evidence: string | null
}

async function writeQuestion(
  tx: Tx,
  scope: Scope,
  { invoiceNumber, position, line, message, key, evidence }: Asked & Written,
): Promise<string> {
  const { accountId, actor } = scope
  const author = authorOf(scope)
  const written = await tx.one<{ id: string; askedAt: Date }>(sql`
    insert into invoice_question (account_id, invoice_number, position, line, message, evidence, actor_id,
                                  actor_account_id, actor_name, request_key)
    values (${accountId}, ${invoiceNumber}, ${position}, ${JSON.stringify(line)}, ${message}, ${evidence},
            ${actor.userId}, ${actor.accountId}, ${actorName(actor)}, ${key})
 returning id, asked_at as "askedAt"`)
  const { id, askedAt } = written!
  const { total, ...says } = line
  await publishEvent(tx, {
    accountId,
    type: 'invoice.question',
    data: {
      questionId: id,
      invoiceNumber,
      line: { position, ...says, totalCents: toCents(total, line.currency) },
      message,
      evidence,
      askedBy: { ...eventAuthor(author), email: actor.email },
      askedAt: askedAt.toISOString(),
    },
  })
  await recordHistory(tx, author, {
    category: 'Invoice',
    entryType: 'Question Asked',
    description: `Asked the provider about ${lineName(position, line)} of invoice ${invoiceNumber}`,
  })
  return id
}
