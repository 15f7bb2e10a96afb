import sql from 'sql-template-tag'
import { dueStep } from '@portal/domain/invoices/invoice-news'
import { autoPayWords } from '@portal/domain/payments/autopay-sentence'
import { isCovered } from '@portal/domain/payments/covered'
import type { Deps } from '../../deps.ts'
import { mailOfDue, type MailedInvoice } from '../../invoices/invoice-mails.ts'
import { withAccount, type Database, type Tx } from '../../platform/database/database.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { forEachAtOnce } from '../../platform/work/at-once.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import { findEnrolment } from './autopay.queries.ts'
import { planOfCompany } from './plan-autopay.ts'
import { readersOf } from './readers-of.ts'

/** The hour of the mails, in the time zone of the provider. */
const mailHour = 9
/** The most companies of one round. */
const mostCompanies = 100

type DueDeps = Pick<Deps, 'config' | 'log'>

/**
 * Each business day at 09:00, mails which invoices have reached a step of DUE_MAIL_DAYS, unless they are covered. Returns
 * the number of companies. Any number of workers may run this: the mails and their notes are one transaction.
 */
export async function notifyDueDates(deps: DueDeps, systemDb: Database): Promise<number> {
  const { dueMailDays } = deps.config
  const [first] = dueMailDays
  if (first === undefined) return 0
  const isTime = sql`due_told_on < (select business_today()) and ${mailHour} <= (
    select extract(hour from portal_now() at time zone business_time_zone) from portal_instance)`
  const hasDue = sql`exists (
    select from invoice i
     where i.account_id = c.account_id and i.books_balance_cents > 0 and i.due_date <= (select business_today()) - ${first}::int)`
  await systemDb.query(sql`
    update company c set due_told_on = business_today() where ${isTime} and not ${hasDue}`)
  const { rows } = await systemDb.query<{ accountId: string }>(sql`
    select account_id as "accountId" from company where ${isTime} order by 1 limit ${mostCompanies}`)
  let told = 0
  await forEachAtOnce(
    rows,
    1,
    ({ accountId }) =>
      withAccount(systemDb, accountId, (tx) => tell(tx, accountId, deps.config)).then(
        (count) => void (told += count),
      ),
    (error, { accountId }) =>
      deps.log.error({ err: error, accountId }, 'due dates of a company could not be mailed'),
  )
  return told
}

interface DueInvoice extends MailedInvoice {
  categoryId: number
  what: string
}

async function tell(tx: Tx, accountId: string, config: DueDeps['config']): Promise<number> {
  // Of several workers, the first one writes the mails.
  const claimed = await tx.one<{ today: string }>(sql`
    update company set due_told_on = business_today()
     where account_id = ${accountId} and due_told_on < business_today() returning due_told_on as today`)
  if (!claimed) return 0
  const { today } = claimed
  const due = await findDue(tx, accountId, today, config)
  const readers = due.length > 0 ? await readersOf(tx, accountId, due) : []
  const told = due.filter(({ categoryId }) =>
    readers.some(({ categoryIds }) => categoryIds.includes(categoryId)),
  )
  await tx.run(sql`
    insert into invoice_told (account_id, invoice_number, what, told_on)
    select ${accountId}, number, what, ${today}
      from unnest(${told.map((one) => one.invoiceNumber)}::text[], ${told.map(({ what }) => what)}::text[]) as told (number, what)
        on conflict (account_id, invoice_number) do update set what = excluded.what, told_on = excluded.told_on`)
  for (const { categoryIds, emails } of readers)
    await queueMail(tx, {
      accountId,
      about: `due dates ${today}`,
      kind: 'dueDates',
      recipients: emails,
      ...mailOfDue(
        told.filter(({ categoryId }) => categoryIds.includes(categoryId)),
        today,
      ),
    })
  return 1
}

/** Returns the uncovered invoices that have reached a step that was not told, oldest due date first. */
async function findDue(
  tx: Tx,
  accountId: string,
  today: string,
  { dueMailDays, page }: DueDeps['config'],
): Promise<DueInvoice[]> {
  const { planned } = await planOfCompany(tx, accountId, page.cardLimitCents)
  const isStopped = (await findAutomaticStop(tx)) !== undefined
  const isEnrolled = (await findEnrolment(tx, accountId)) !== undefined
  const open = planned.filter(
    (one) => one.invoice.dueDate && !isCovered(one, isEnrolled && !isStopped),
  )
  const known = await tx.query<{ number: string; amountCents: number; told: string | null }>(sql`
    select i.invoice_number as number, i.amount_cents as "amountCents", t.what as told
      from invoice i
      left join invoice_told t on t.account_id = i.account_id and t.invoice_number = i.invoice_number
     where i.account_id = ${accountId} and i.id = any (${open.map(({ invoice }) => invoice.invoiceId)}::bigint[])`)
  const byNumber = new Map(known.map((one) => [one.number, one]))
  return open.flatMap((one): DueInvoice[] => {
    const { invoiceNumber, balanceDueCents, currency, categoryId, dueDate } = one.invoice
    const { amountCents, told } = byNumber.get(invoiceNumber)!
    const what = dueStep(dueDate!, today, dueMailDays, told ?? undefined)
    if (!what) return []
    const sentence = isEnrolled ? autoPayWords(one, isStopped)?.sentence : undefined
    const amounts = { amountCents, dueCents: balanceDueCents, currency }
    return [{ invoiceNumber, categoryId, dueDate, what, ...amounts, sentence }]
  })
}
