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
import { readersOf } from './readers-of.ts'

type Notice = DayNotice<OpenInvoiceRow>

/**
 * Mails what AutoPay charges on a day that was just fixed, and each invoice that is due and not charged, if anything is
 * charged or a reason is new. If the day is fixed again, each reader whose last mail about it is no longer true gets another.
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
  const told = await toldOfDay(tx, accountId, day)
  const enroller = await findEnroller(tx, accountId)
  for (const { emails, categoryIds } of await readersOf(tx, accountId, invoicesOf(notice))) {
    const sees = ({ categoryId }: OpenInvoiceRow) => categoryIds.includes(categoryId)
    const charged = notice.charged.filter(sees)
    const notCharged = notice.notCharged.filter(({ invoice }) => sees(invoice))
    const hasFresh = notCharged.some(({ invoice }) => Object.hasOwn(fresh, invoice.invoiceNumber))
    if (charged.length === 0 && notCharged.length === 0) continue
    const credits = openCreditsText(await readOpenCredits(tx, { accountId, categoryIds }), named)
    const content = contentOf({ charged, notCharged }, day, cardText(card), credits ?? '')
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
    const isNews = charged.length > 0 || hasFresh
    await queueMail(tx, {
      accountId,
      // With a number: a third result can be the same as the first.
      about: `autopay of ${day} ${told.length} ${digest}`,
      kind: hasFresh ? 'failures' : 'autopay',
      recipients: emails.filter((email) => {
        const last = told.findLast(({ recipient }) => recipient === email)
        return last ? last.digest !== digest : isNews
      }),
      required: hasFresh ? emails.filter((email) => email === enroller?.email) : [],
      subject: `${content.heading}, ${formatDay(day)}`,
      ...content,
    })
  }
}

/** Returns the mails about a day that was fixed before, oldest first. */
const toldOfDay = (tx: Tx, accountId: string, day: string) =>
  tx.query<{ recipient: string; digest: string }>(sql`
    select recipient, split_part(about, ' ', -1) as digest from mail
     where account_id = ${accountId} and starts_with(about, ${`autopay of ${day} `}) order by created_at`)

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

/** The address of the user who enrolled the company, who always gets the mail about what is not charged. */
const findEnroller = (tx: Tx, accountId: string) =>
  tx.one<{ email: string }>(sql`
    select address_key(u.email) as email
      from autopay_enrolment e join portal_user u on u.account_id = e.account_id and u.id = e.actor_id
     where e.account_id = ${accountId} and e.ended_at is null`)

const invoicesOf = ({ charged, notCharged }: Notice) => [
  ...charged,
  ...notCharged.map(({ invoice }) => invoice),
]

const rowOf = ({ invoiceNumber, balanceDueCents, currency, dueDate }: OpenInvoiceRow, more = '') =>
  [
    invoiceNumber,
    `${moneyWithCode(balanceDueCents, currency)}, due ${formatDay(dueDate!)}`,
    more,
  ] satisfies Fact

function contentOf(notice: Notice, day: string, card: string, credits: string): MailContent {
  const { charged, notCharged } = notice
  const isCharged = charged.length > 0
  const cents = charged.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)
  const sum = formatMoney(cents, 'USD')
  const left = `${plural(notCharged.length, 'due invoice')} ${notCharged.length === 1 ? 'is' : 'are'} not charged`
  const tonight = `AutoPay charges ${sum} tonight`
  const lists = [
    { title: 'Charged tonight', rows: charged.map((one) => rowOf(one)) },
    {
      title: 'Due, and not charged',
      rows: notCharged.map(({ invoice, reason }) =>
        rowOf(invoice, reasonAndAdvice(reason, invoice)),
      ),
    },
  ]
  return {
    heading: !isCharged
      ? `AutoPay: ${left}`
      : notCharged.length > 0
        ? `${tonight}, ${left}`
        : tonight,
    preview: isCharged ? `To ${card}.` : 'They stay due until they are paid.',
    facts: isCharged
      ? [
          ['Charged', `${formatDay(day)}, after ${runHourUtc - 12}:00 PM UTC`],
          ['Card', card],
          ['Sum', sum],
        ]
      : [],
    lists: lists.flatMap(({ title, rows }) =>
      rows.length > 0 ? { title: `${title}: ${plural(rows.length, 'invoice')}.`, rows } : [],
    ),
    button: { label: 'See the plan', path: '/payments?tab=autopay' },
    notes: isCharged ? ['What is paid before then is not charged.', credits].filter(Boolean) : [],
    shows: invoicesOf(notice).map(({ invoiceNumber }) => invoiceNumber),
  }
}
