import sql from 'sql-template-tag'
import { formatDay } from '@portal/domain/kernel/day'
import {
  formatQuantity,
  formatUnitPrice,
  moneyWithCode,
  toCents,
} from '@portal/domain/kernel/money'
import { lineName } from '@portal/domain/questions/ask'
import type { AskedLine } from '@portal/domain/questions/questions.schema'
import type { Config } from '../config.ts'
import { inTransaction, type Database, type Tx } from '../platform/database/database.ts'
import { recordHistory, systemAuthor } from '../platform/history/history.ts'
import { clipped, named, type Fact } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { noCompany } from '../platform/outbox/outbox.ts'
import { takeTurn } from '../platform/database/take-turn.ts'

/** The most questions per transaction. */
const mostQuestions = 200

interface Question {
  accountId: string
  companyName: string
  id: string
  invoiceNumber: string
  position: number
  line: AskedLine
  askedBy: string
}

/**
 * Mails new and withdrawn questions to the provider, and answers to the users who asked. Returns the number of questions.
 * Any number of workers may run this.
 */
export async function notifyQuestions(
  systemDb: Database,
  config: Pick<Config, 'questionsEmail'>,
): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // One worker at a time, so that mails are in the order of the questions.
    await takeTurn(tx, 'tell questions', '')
    return (await tellProvider(tx, config.questionsEmail)) + (await tellAnswers(tx))
  })
}

type Asked = Question & {
  message: string
  evidence: string | null
  email: string | null
  wasTold: boolean
  isWithdrawn: boolean
}

/** Without an address the questions are only marked, so that an address that is set later gets no old questions. */
async function tellProvider(tx: Tx, recipient: string | undefined): Promise<number> {
  const questions = await tx.query<Asked & Record<string, unknown>>(sql`
    with untold as (
      select account_id, id, provider_told from invoice_question
       where provider_told is null or (provider_told = 'asked' and withdrawn_at is not null)
       order by asked_at, id limit ${mostQuestions} for update skip locked),
    told as (
      update invoice_question q
         set provider_told = case when q.withdrawn_at is null then 'asked' else 'withdrawn' end
        from untold u
       where q.account_id = u.account_id and q.id = u.id
   returning q.*, u.provider_told is not null as was_told)
    select q.account_id as "accountId", c.name as "companyName", q.id, q.invoice_number as "invoiceNumber", q.position,
           q.line, q.actor_name as "askedBy", q.message, q.evidence, u.email, q.was_told as "wasTold",
           q.withdrawn_at is not null as "isWithdrawn"
      from told q
      join company c on c.account_id = q.account_id
      left join portal_user u on u.account_id = q.actor_account_id and u.id = q.actor_id
     order by q.asked_at, q.id`)
  // The withdrawal of a question that was never mailed is not mailed either.
  for (const question of questions)
    if (recipient && (question.wasTold || !question.isWithdrawn))
      await mailProvider(tx, recipient, question)
  return questions.length
}

async function mailProvider(tx: Tx, recipient: string, question: Asked): Promise<void> {
  const { accountId, companyName, id, invoiceNumber, askedBy, email, message } = question
  const { evidence, isWithdrawn } = question
  const heading = isWithdrawn
    ? `${named(companyName)} withdrew a question`
    : `${named(companyName)} asks about an invoice`
  await queueMail(tx, {
    // The mail does not belong to the company: otherwise the company's managers would be asked to correct a refused address.
    accountId: noCompany,
    about: `question ${id} ${isWithdrawn ? 'withdrawn' : 'asked'}`,
    kind: 'questions',
    recipients: [recipient],
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: isWithdrawn ? 'It needs no answer.' : clipped(message),
    facts: [
      ['Company', `${companyName} (${accountId})`],
      ['Invoice', invoiceNumber],
      ...factsOf(question),
      [isWithdrawn ? 'Question' : 'Asks', message],
      ...(evidence === null ? [] : [['Authorization', evidence] as const]),
      ['Asked by', email ? `${askedBy}, ${email}` : askedBy],
      ['Question id', id],
    ],
    notes: [
      isWithdrawn
        ? 'It needs no answer.'
        : 'To answer it, send an invoiceAnswer record with the id of the question.',
    ],
    thread: `question ${id}`,
  })
}

/** Returns the content of the line when the question was asked. */
function factsOf({ position, line }: Question): Fact[] {
  const { productName, description, moreInfo, userName, quantity, salesPrice, currency } = line
  const { servicePeriodStart: from, servicePeriodEnd: to } = line
  const facts: (Fact | null)[] = [
    ['Line', String(position)],
    productName ? ['Product', productName] : null,
    description ? ['Description', clipped(description)] : null,
    moreInfo ? ['More', clipped(moreInfo)] : null,
    userName ? ['User', userName] : null,
    from ? ['From', formatDay(from)] : null,
    to ? ['Until', formatDay(to)] : null,
    quantity === null ? null : ['Quantity', formatQuantity(quantity)],
    salesPrice === null ? null : ['Price', formatUnitPrice(salesPrice, currency)],
    ['Total', moneyWithCode(toCents(line.total, currency), currency)],
  ]
  return facts.filter((fact) => fact !== null)
}

type Answered = Question & {
  answer: string
  answeredBy: string | null
  digest: string
  recipient: string | null
}

/** Mails an answer to the user who asked, if the user may see the invoice now and did not withdraw the question. */
async function tellAnswers(tx: Tx): Promise<number> {
  const answers = await tx.query<Answered & Record<string, unknown>>(sql`
    with untold as (
      select account_id, id from invoice_question
       where told_digest is distinct from answer_digest
       order by account_id, id limit ${mostQuestions} for update skip locked)
    update invoice_question q set told_digest = q.answer_digest
      from untold u join company c using (account_id)
     where q.account_id = u.account_id and q.id = u.id
 returning q.account_id as "accountId", c.name as "companyName", q.id, q.invoice_number as "invoiceNumber", q.position,
           q.line, q.actor_name as "askedBy", q.answer, q.answered_by as "answeredBy",
           encode(q.answer_digest, 'hex') as digest,
           (select address_key(m.email)
              from portal_user m
              join invoice i on i.account_id = q.account_id and i.invoice_number = q.invoice_number
             where m.account_id = q.actor_account_id and m.id = q.actor_id and m.deactivated_at is null
               and q.withdrawn_at is null
               and (m.role = 'SuperAdmin'
                    or (m.account_id = q.account_id and 'AccessInvoices' = any (m.permissions)
                        and exists (select from user_category h
                                     where h.account_id = m.account_id and h.user_id = m.id
                                       and h.invoice_category_id = i.invoice_category_id)))) as recipient`)
  for (const answer of answers) {
    const { accountId, askedBy, position, line, invoiceNumber, recipient } = answer
    await recordHistory(tx, systemAuthor(accountId, 'Import'), {
      category: 'Invoice',
      entryType: 'Question Answered',
      description: `The question of ${askedBy} about ${lineName(position, line)} of invoice ${invoiceNumber} was answered`,
    })
    if (recipient !== null) await mailAnswer(tx, recipient, answer)
  }
  return answers.length
}

async function mailAnswer(tx: Tx, recipient: string, answered: Answered): Promise<void> {
  const { accountId, id, digest, companyName, invoiceNumber, position, line } = answered
  const { answer, answeredBy } = answered
  const heading = 'Your question was answered'
  await queueMail(tx, {
    accountId,
    // An answer is mailed once, even if it is restored after another answer.
    about: `answer ${id} ${digest}`,
    kind: 'answers',
    recipients: [recipient],
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: clipped(answer),
    facts: [
      ['Company', companyName],
      ['Invoice', invoiceNumber],
      ['You asked about', lineName(position, line)],
      ['Answer', clipped(answer)],
      ...(answeredBy ? [['Answered by', answeredBy] as const] : []),
    ],
    button: {
      label: 'See the answer',
      path: `/invoices/detail/${encodeURIComponent(invoiceNumber)}`,
    },
    thread: `question ${id}`,
  })
}
