import sql, { type Sql } from 'sql-template-tag'
import type { AskedLine, InvoiceQuestion } from '@portal/domain/questions/questions.schema'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'
import type { Scope } from '../platform/database/scope.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** Selects the content of an invoice line `l` of an invoice `i`, like `askedLine` of the domain package. */
const lineSays = sql`
  jsonb_build_object(
    'productName', l.product_name, 'description', l.description, 'moreInfo', l.more_info, 'userName', l.user_name,
    'licenseId', l.license_id, 'quantity', trim_scale(l.quantity), 'salesPrice', trim_scale(l.sales_price),
    'total', ${decimal(sql`l.total_cents`, sql`i.currency`)}, 'currency', i.currency,
    'servicePeriodStart', l.service_period_start, 'servicePeriodEnd', l.service_period_end)`

/** The lines of an invoice `i` with their positions. */
const placedLines = sql`
  (select row_number() over (order by l.line_no)::int as position, ${lineSays} as says
     from invoice_line l
    where l.account_id = i.account_id and l.invoice_id = i.id)`

/** Returns whether the user may see the invoice, and whether its line still has the content that the user saw. */
export async function isLineAsSeen(
  tx: Tx,
  scope: Scope,
  invoiceNumber: string,
  { position, line }: { position: number; line: AskedLine },
): Promise<boolean | undefined> {
  const found = await tx.one<{ isSame: boolean }>(sql`
    select exists (select from ${placedLines} p
                    where p.position = ${position} and p.says = ${JSON.stringify(line)}::jsonb) as "isSame"
      from invoice i
     where i.account_id = ${scope.accountId} and i.invoice_number = ${invoiceNumber} ${visibleCategories(scope)}`)
  return found?.isSame
}

/** Returns the questions about an invoice, oldest first; undefined if the user may not see the invoice. */
export async function listQuestions(
  tx: Tx,
  scope: Scope,
  invoiceNumber: string,
): Promise<InvoiceQuestion[] | undefined> {
  const [invoice, questions] = await Promise.all([
    tx.one(sql`
      select from invoice i
       where i.account_id = ${scope.accountId} and i.invoice_number = ${invoiceNumber} ${visibleCategories(scope)}`),
    readQuestions(tx, scope, sql`q.invoice_number = ${invoiceNumber}`),
  ])
  return invoice && questions
}

/** Returns a question; undefined if the user may not see its invoice. */
export async function findQuestion(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<InvoiceQuestion | undefined> {
  const [question] = await readQuestions(tx, scope, sql`q.id = ${id}`)
  return question
}

type Row = Omit<InvoiceQuestion, 'askedAt' | 'withdrawnAt' | 'answer'> & {
  askedAt: Date
  withdrawnAt: Date | null
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
}

/**
 * Returns questions with their lines. The line of a question is the one at its position if its content is the same. After
 * an import it is the nearest line with the same content: equal lines cannot be distinguished.
 */
async function readQuestions(tx: Tx, scope: Scope, which: Sql): Promise<InvoiceQuestion[]> {
  const rows = await tx.query<Row>(sql`
    select q.id, q.position, q.line, q.message, q.actor_name as "askedBy", q.actor_id = ${scope.actor.userId} as "isYours",
           q.asked_at as "askedAt", q.withdrawn_at as "withdrawnAt", q.answer, q.answered_by as "answeredBy",
           q.answered_at as "answeredAt",
           (select p.position from ${placedLines} p
             where p.says = q.line order by abs(p.position - q.position), p.position limit 1) as "placeNow"
      from invoice_question q
      join invoice i on i.account_id = q.account_id and i.invoice_number = q.invoice_number
     where q.account_id = ${scope.accountId} and ${which} ${visibleCategories(scope)}
     order by q.asked_at, q.id`)
  return rows.map(({ askedAt, withdrawnAt, answer, answeredBy, answeredAt, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    answer:
      answer !== null && answeredAt
        ? { text: answer, by: answeredBy ?? '', at: answeredAt.toISOString() }
        : null,
  }))
}

/** Returns how many questions about the invoice wait for an answer, and how many the company asked in 24 hours. */
export async function countQuestions(tx: Tx, { accountId }: Scope, invoiceNumber: string) {
  const counted = await tx.one<{ open: number; inDay: number }>(sql`
    select (select count(*) from invoice_question q
             where q.account_id = ${accountId} and q.invoice_number = ${invoiceNumber}
               and q.answer is null and q.withdrawn_at is null) as open,
           (select count(*) from invoice_question q
             where q.account_id = ${accountId} and q.asked_at > portal_now() - interval '24 hours') as "inDay"`)
  return counted!
}
