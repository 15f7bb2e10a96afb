import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { runHourUtc } from '@portal/domain/payments/autopay'
import {
  daysUntilRepeated,
  noticeOfDay,
  newReasons,
  reasonAndAdvice,
  type DayNotice,
} from '@portal/domain/payments/autopay-notice'
import { openCreditsText } from '@portal/domain/payments/open-credits'
import type { PlannedInvoice } from '@portal/domain/payments/autopay-plan'
import { cardText, type PlanCard } from '@portal/domain/payments/autopay-shown'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, moneyWithCode } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { readOpenCredits } from '../../invoices/open-credits.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import { named, type Fact, type MailContent } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import type { OpenInvoiceRow } from './autopay.queries.ts'

type Notice = DayNotice<OpenInvoiceRow>

/**
 * Mails what AutoPay charges on a day that was just fixed, and each invoice that is due and not charged, if anything is
 * charged or a reason must be told. A day that is fixed again with the same result is not told twice.
 */
export async function notifyDay(
  tx: Tx,
  accountId: string,
  day: string,
  planned: readonly PlannedInvoice<OpenInvoiceRow>[],
  card: PlanCard,
): Promise<void> {
  const notice = noticeOfDay(planned, day, (await findAutomaticStop(tx)) !== undefined)
  const fresh = newReasons(notice, await reasonsBefore(tx, accountId, day))
  await tx.run(sql`
    update autopay_day set reasons = ${JSON.stringify(fresh)} where account_id = ${accountId} and day = ${day}`)
  if (notice.charged.length === 0 && Object.keys(fresh).length === 0) return
  for (const { emails, enrolled, categoryIds } of await findReaders(tx, accountId, notice)) {
    const sees = ({ categoryId }: OpenInvoiceRow) => categoryIds.includes(categoryId)
    const charged = notice.charged.filter(sees)
    const notCharged = notice.notCharged.filter(({ invoice }) => sees(invoice))
    const hasFresh = notCharged.some(({ invoice }) => Object.hasOwn(fresh, invoice.invoiceNumber))
    if (charged.length === 0 && !hasFresh) continue
    const credits = openCreditsText(await readOpenCredits(tx, { accountId, categoryIds }), named)
    const content = contentOf({ charged, notCharged }, day, cardText(card), credits)
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
    await queueMail(tx, {
      accountId,
      about: `autopay of ${day} ${digest}`,
      kind: hasFresh ? 'failures' : 'autopay',
      recipients: emails,
      required: hasFresh ? enrolled : [],
      subject: `${content.heading}, ${formatDay(day)}`,
      ...content,
    })
  }
}

/** Returns the newest reason of each invoice that was told in the days before, by invoice number. */
async function reasonsBefore(
  tx: Tx,
  accountId: string,
  day: string,
): Promise<Record<string, string>> {
  const row = await tx.one<{ reasons: Record<string, string> }>(sql`
    select coalesce(jsonb_object_agg(one.key, one.value order by d.day), '{}') as reasons
      from autopay_day d cross join lateral jsonb_each_text(d.reasons) one
     where d.account_id = ${accountId} and d.day < ${day} and d.day > ${day}::date - ${daysUntilRepeated}::int`)
  return row!.reasons
}

/** Readers who get the same mail, because they are told about the same categories. */
interface Readers {
  categoryIds: number[]
  emails: string[]
  /** Those of them who enrolled the company. */
  enrolled: string[]
}

/**
 * Finds, for each category of the invoices, the users who may pay and see it; without any, those who manage users and see
 * it; and the outside addresses that were granted it.
 */
const findReaders = (tx: Tx, accountId: string, { charged, notCharged }: Notice) =>
  tx.query<Readers & Record<string, unknown>>(sql`
    with reader as (
      select address_key(u.email) as email, c.invoice_category_id as category, 'PayInvoices' = any (u.permissions) as pays,
             u.id = (select actor_id from autopay_enrolment e where e.account_id = u.account_id and e.ended_at is null) as enrolled
        from portal_user u
        join user_category c on c.account_id = u.account_id and c.user_id = u.id
       where u.account_id = ${accountId} and u.deactivated_at is null and u.permissions && '{PayInvoices,ManageUsers}'
         and c.invoice_category_id = any (${[...charged, ...notCharged.map(({ invoice }) => invoice)].map(({ categoryId }) => categoryId)}::int[]))
    select "categoryIds", array_agg(email) as emails, coalesce(array_agg(email) filter (where enrolled), '{}') as enrolled
      from (select email, bool_or(coalesce(enrolled, false)) as enrolled, array_agg(category order by category) as "categoryIds"
              from reader r
             where pays or not exists (select from reader p where p.category = r.category and p.pays)
             group by email) one
     group by "categoryIds"`)

const rowOf = ({ invoiceNumber, balanceDueCents, currency, dueDate }: OpenInvoiceRow, more = '') =>
  [
    invoiceNumber,
    `${moneyWithCode(balanceDueCents, currency)}, due ${formatDay(dueDate!)}`,
    more,
  ] satisfies Fact

function contentOf(
  { charged, notCharged }: Notice,
  day: string,
  card: string,
  credits: string | undefined,
): MailContent {
  const sum = formatMoney(
    charged.reduce((cents, { balanceDueCents }) => cents + balanceDueCents, 0),
    'USD',
  )
  const left = `${plural(notCharged.length, 'due invoice')} ${notCharged.length === 1 ? 'is' : 'are'} not charged`
  const heading = [
    charged.length > 0 && `AutoPay charges ${sum} tonight`,
    notCharged.length > 0 && (charged.length > 0 ? left : `AutoPay: ${left}`),
  ]
    .filter(Boolean)
    .join(', ')
  return {
    heading,
    preview: charged.length > 0 ? `To ${card}.` : 'They stay due until they are paid.',
    facts:
      charged.length > 0
        ? [
            ['Charged', `${formatDay(day)}, after ${runHourUtc - 12}:00 PM UTC`],
            ['Card', card],
            ['Sum', sum],
          ]
        : [],
    lists: [
      {
        title: `Charged tonight: ${plural(charged.length, 'invoice')}.`,
        rows: charged.map((one) => rowOf(one)),
      },
      {
        title: `Due, and not charged: ${plural(notCharged.length, 'invoice')}.`,
        rows: notCharged.map(({ invoice, reason }) =>
          rowOf(invoice, reasonAndAdvice(reason, invoice)),
        ),
      },
    ].filter(({ rows }) => rows.length > 0),
    button: { label: 'See the plan', path: '/payments?tab=autopay' },
    notes:
      charged.length > 0
        ? ['What is paid before then is not charged.', ...(credits ? [credits] : [])]
        : [],
    readersOf: [...charged, ...notCharged.map(({ invoice }) => invoice)].map(
      ({ invoiceNumber }) => invoiceNumber,
    ),
  }
}
