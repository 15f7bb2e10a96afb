import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import {
  detailsFormat,
  filesOf,
  selectedFilesRefusal,
  type Downloadable,
} from '@portal/domain/invoices/downloads'
import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import type { InvoiceDetail, LineItem } from '@portal/domain/invoices/invoices.schema'
import type { Deps } from '../deps.ts'
import { written, type ZippedFile } from '../documents/documents.ts'
import {
  keepingMonth,
  readAuthorization,
  type ReadMonth,
} from '../authorization/read-authorization.ts'
import { readChanges } from '../changes/read-changes.ts'
import { readSnapshot, withAccount, type Tx } from '../platform/database/database.ts'
import { findToday } from '../platform/database/today.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { withScope, type Scope } from '../platform/database/scope.ts'
import type { Holder } from '@portal/domain/kernel/permissions'
import { subjectsOf, type DetailsLine } from './documents/details.ts'
import { detailsCsv } from './documents/details-csv.ts'
import { detailsXlsx } from './documents/details-xlsx.ts'
import { invoiceFileName, namedOnce } from './documents/download-names.ts'
import { summaryPdf } from './documents/summary.ts'
import { invoiceLines } from './invoice-lines.queries.ts'
import { findInvoice, type InvoiceReader } from './invoices.queries.ts'
import { readBalanceOf } from './owed.queries.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** Whose rights and company decide what a file contains. */
export type FileReader = InvoiceReader & Pick<Scope, 'companyName'> & { actor: Holder }
export type FileKind = ReturnType<typeof filesOf>[number]

type Selected = Downloadable & { id: string; invoiceNumber: string }

/**
 * Returns the files of the selected invoices in a folder of a ZIP, and records the download in the history. An invoice
 * without files is left out.
 */
export async function selectedFiles(
  deps: Deps,
  scope: Scope,
  invoiceIds: readonly string[],
  folder: string,
): Promise<ZippedFile[]> {
  const selected = await withScope(deps.db, scope, async (tx) => {
    const found = await findWithFiles(tx, scope, invoiceIds)
    const numbers = found.filter((one) => filesOf(one).length > 0).map((one) => one.invoiceNumber)
    await recordHistory(tx, authorOf(scope), {
      category: 'Invoice',
      entryType: 'Download',
      description: `Downloaded the files of ${numbers.length} invoices as ZIP: ${numbers.join(', ')}`,
    })
    return found
  })
  const monthOf = keepingMonth()
  const files = selected.flatMap((one) =>
    filesOf(one).map((kind) => {
      return {
        path: `${folder}/${fileNameOf(one, kind)}`,
        open: async () => {
          const file = await makeFile(deps, scope, one.invoiceNumber, kind, monthOf)
          if (!file) throw notFound()
          return file
        },
      }
    }),
  )
  return namedOnce(files)
}

export const fileNameOf = (one: Pick<Selected, 'invoiceNumber' | 'source'>, kind: FileKind) =>
  invoiceFileName(
    one.invoiceNumber,
    kind === 'summary' ? 'pdf' : detailsFormat(one) === 'CSV' ? 'csv' : 'xlsx',
  )

/** Like `findSelected`, and throws a Refusal if no invoice has a file. */
export async function findWithFiles(tx: Tx, scope: Scope, invoiceIds: readonly string[]) {
  const found = await findSelected(tx, scope, invoiceIds)
  const refusal = selectedFilesRefusal(found)
  if (refusal) throw new Refusal(409, refusal)
  return found
}

/** Returns the invoices in the order of the list. Throws a Refusal if the user may not see one of them. */
export async function findSelected(tx: Tx, scope: Scope, invoiceIds: readonly string[]) {
  const found = await tx.query<Selected & Record<string, unknown>>(sql`
    select i.id::text as id, i.invoice_number as "invoiceNumber", i.source, i.is_late_fee as "isLateFee",
           i.has_pdf as "hasPdf", i.has_xls as "hasXls"
      from invoice i
     where i.account_id = ${scope.accountId} and i.id = any (${invoiceIds}::bigint[]) ${visibleCategories(scope)}
     order by i.invoice_date desc, i.id desc`)
  if (found.length < invoiceIds.length) throw notFound()
  return found
}

/** Finds an invoice with its lines; undefined if the user may not see it. */
export async function readInvoice(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  scope: InvoiceReader,
  invoiceNumber: string,
): Promise<InvoiceDetail | undefined> {
  const balances = await readBalanceOf(tx, scope.accountId, invoiceNumber)
  const found = await findInvoice(tx, scope, invoiceNumber, balances, config)
  return found && (JSON.parse(found.json) as InvoiceDetail)
}

/** Returns undefined if the reader may not see the invoice. */
export async function makeFile(
  deps: PrintDeps,
  scope: FileReader,
  invoiceNumber: string,
  kind: FileKind,
  monthOf: ReadMonth,
): Promise<Readable | undefined> {
  const invoice = await withAccount(deps.db, scope.accountId, (tx) =>
    readInvoice(deps, tx, scope, invoiceNumber),
  )
  if (!invoice) return undefined
  if (kind === 'details') return detailsOf(deps, scope, invoice, monthOf)
  return Readable.from([await summaryOf(deps, scope, invoice)])
}

export type PrintDeps = Pick<Deps, 'config' | 'db' | 'autoPayWords'>

/** Prints the PDF of an invoice. It is compared only with invoices that its reader may see. */
export async function summaryOf(
  deps: PrintDeps,
  scope: Pick<Scope, 'accountId' | 'companyName' | 'categoryIds'>,
  invoice: InvoiceDetail,
): Promise<Buffer> {
  const { accountId } = scope
  const { invoiceNumber, balanceDue } = invoice
  const [changes, today, autoPay] = await readSnapshot(
    deps.db,
    accountId,
    async (tx) =>
      [
        await readChanges(tx, scope, invoiceNumber),
        await findToday(tx),
        balanceDue > 0 ? await deps.autoPayWords(tx, accountId) : null,
      ] as const,
  )
  return summaryPdf({
    seller: deps.config.seller,
    company: { name: scope.companyName, accountId: scope.accountId },
    invoice,
    ...(changes.before.length > 0 && { changes }),
    autoPay: autoPay?.get(invoiceNumber),
    today,
    created: new Date(),
  })
}

/** Writes the lines of an invoice as CSV or as a spreadsheet, depending on the source of the invoice. */
export async function detailsOf(
  deps: Pick<Deps, 'db'>,
  scope: FileReader,
  invoice: InvoiceDetail,
  monthOf?: ReadMonth,
): Promise<Readable> {
  const { companyName: name, accountId } = scope
  const { lines: found } = await readSnapshot(deps.db, accountId, (tx) =>
    readAuthorization(tx, scope, invoice.invoiceNumber, { monthOf }),
  )
  const subjects = subjectsOf(invoice.lineItems.map((line, place) => withWords(line, found[place])))
  const document = { company: { name, accountId }, invoice, subjects, created: new Date() }
  const lines = authorized(invoiceLines(deps.db, scope, invoice.id), found)
  if (detailsFormat(invoice) === 'CSV') return Readable.from(detailsCsv(document, lines))
  return written((out) => detailsXlsx(document, lines, out))
}

/** Yields the lines with what authorizes them, or without it if the invoice was changed meanwhile. */
async function* authorized(
  lines: AsyncIterable<LineItem>,
  found: readonly LineAuthorization[],
): AsyncGenerator<DetailsLine> {
  let place = 0
  for await (const line of lines) yield withWords(line, found[place++])
}

function withWords(line: LineItem, found: LineAuthorization | undefined): DetailsLine {
  if (!found?.words || found.total !== line.total) return line
  const { state, words } = found
  return { ...line, authorization: state === 'toCheck' ? `To check: ${words}` : words }
}
