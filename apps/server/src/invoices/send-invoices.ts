import sql from 'sql-template-tag'
import { sendRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { moneyWithCode, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { SentMails } from '@portal/domain/notifications/send-again.schema'
import type { Deps } from '../deps.ts'
import { listRecipients, sendOnce } from '../notifications/send-again.ts'
import { withAccount } from '../platform/database/database.ts'
import { named, type Fact } from '../platform/mail/mail-content.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { actorName, withScope, type Scope } from '../platform/database/scope.ts'
import { mostAttachedBytes, type Printers } from '../notifications/mail-ports.ts'
import { isAutoPayOn } from './bank-accounts.queries.ts'
import { invoiceFileName } from './documents/download-names.ts'
import { findSelected, readInvoice, summaryOf, type PrintDeps } from './selected-files.ts'

/** Conditions on a user `u`: who may see invoices, and the first of these invoices that `u` may not see. */
const readersOf = (invoiceIds: readonly string[]) => ({
  are: sql`(u.role = 'SuperAdmin' or 'AccessInvoices' = any (u.permissions))`,
  hidden: sql`
    (select i.invoice_number from invoice i
      where i.account_id = u.account_id and i.id = any (${invoiceIds}::bigint[]) and u.role <> 'SuperAdmin'
        and not exists (select from user_category c
                         where c.account_id = u.account_id and c.user_id = u.id
                           and c.invoice_category_id = i.invoice_category_id)
      order by i.invoice_date desc, i.id desc limit 1)`,
})

/** Returns to whom these invoices can be sent. Throws a Refusal if the user may not see one of them. */
export function invoiceRecipients({ db }: Deps, scope: Scope, invoiceIds: readonly string[]) {
  return withScope(db, scope, async (tx) => {
    await findSelected(tx, scope, invoiceIds)
    return listRecipients(tx, scope, 'invoices', readersOf(invoiceIds))
  })
}

interface Request {
  key: string | undefined
  invoiceIds: readonly string[]
  recipients: readonly string[]
}

/** Sends the summaries of invoices, one mail to each recipient with all of them. */
export async function sendInvoices(
  deps: Deps,
  scope: Scope,
  { key, invoiceIds, recipients }: Request,
): Promise<SentMails> {
  const selected = await withScope(deps.db, scope, (tx) => findSelected(tx, scope, invoiceIds))
  const refusal = sendRefusal(selected)
  if (refusal) throw new Refusal(409, refusal)
  const invoices: InvoiceDetail[] = []
  let bytes = 0
  // The invoices are printed here too, because only this shows how large the mail becomes.
  for (const { invoiceNumber } of selected) {
    const invoice = await withScope(deps.db, scope, (tx) =>
      readInvoice(deps, tx, scope, invoiceNumber),
    )
    if (!invoice) throw notFound()
    bytes += (await summaryOf(deps, scope, invoice)).length
    if (bytes > mostAttachedBytes)
      throw new Refusal(
        409,
        'The files are larger than 10 MB together. Please send fewer invoices.',
      )
    invoices.push(invoice)
  }
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber)
  return withScope(deps.db, scope, (tx) =>
    sendOnce(tx, scope, {
      key,
      kind: 'invoices',
      what: invoiceIds.toSorted(),
      chosen: recipients,
      users: readersOf(invoiceIds),
      mail: mailOf(invoices, actorName(scope.actor)),
      history: {
        category: 'Invoice',
        entryType: 'Sent',
        description: `Sent ${numbers.length === 1 ? 'invoice' : `${numbers.length} invoices:`} ${numbers.join(', ')}`,
      },
    }),
  )
}

function mailOf(invoices: readonly InvoiceDetail[], sender: string) {
  const [first] = invoices
  const numbers = invoices.map(({ invoiceNumber }) => invoiceNumber)
  if (first && invoices.length === 1) {
    const heading = `${named(sender)} sent you an invoice`
    const number = first.invoiceNumber
    return {
      subject: `${heading}, ${named(number)}`,
      heading,
      preview: `${amountOf(first)}. The invoice is attached.`,
      lead: 'The invoice is attached as PDF.',
      facts: [
        ['Invoice', number],
        ['Amount', amountOf(first)],
        ...(first.dueDate ? [['Due date', formatDay(first.dueDate)] as const] : []),
        ['Sent by', sender],
      ] satisfies Fact[],
      button: { label: 'See the invoice', path: `/invoices/detail/${encodeURIComponent(number)}` },
      thread: `invoice ${number}`,
      invoicesOf: numbers,
    }
  }
  const heading = `${named(sender)} sent you ${plural(invoices.length, 'invoice')}`
  return {
    subject: `${heading}, ${named(numbers[0]!)} and others`,
    heading,
    preview: 'The invoices are attached.',
    lead: 'The invoices are attached as PDF.',
    facts: [['Sent by', sender]] satisfies Fact[],
    lists: [
      {
        title: 'Invoices',
        rows: invoices.map((one): Fact => [one.invoiceNumber, amountOf(one)]),
      },
    ],
    button: { label: 'See the invoices', path: '/invoices?view=all' },
    invoicesOf: numbers,
  }
}

const amountOf = ({ amount, currencyIsoCode }: InvoiceDetail) =>
  moneyWithCode(toCents(amount, currencyIsoCode), currencyIsoCode)

/** Prints invoices for mails. Who gets them was decided when they were sent. */
export function invoiceFiles(deps: PrintDeps): Printers['invoice'] {
  return async (accountId, invoiceNumber) => {
    const found = await withAccount(deps.db, accountId, async (tx) => {
      const company = await tx.one<{ companyName: string; isAutoPayOn: boolean }>(sql`
        select name as "companyName", ${isAutoPayOn(accountId)} as "isAutoPayOn" from company
         where account_id = ${accountId}`)
      const reader = { accountId, categoryIds: null, isAutoPayOn: company?.isAutoPayOn ?? false }
      const invoice = company && (await readInvoice(deps, tx, reader, invoiceNumber))
      if (!invoice || summaryRefusal(invoice)) return undefined
      // The recipient may see this category of invoices. The comparison must not reveal invoices of other categories.
      const kind = await tx.one<{ id: number }>(
        sql`select invoice_category_id as id from invoice
             where account_id = ${accountId} and invoice_number = ${invoiceNumber}`,
      )
      return { ...company, accountId, invoice, categoryIds: kind ? [kind.id] : [] }
    })
    if (!found) return undefined
    return {
      filename: invoiceFileName(invoiceNumber, 'pdf'),
      content: await summaryOf(deps, found, found.invoice),
      contentType: 'application/pdf',
    }
  }
}
