import type { FastifyPluginAsync } from 'fastify'
import { detailsFormat, detailsRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { InvoiceDetail, StatementDays } from '@portal/domain/invoices/invoices.schema'
import { statementRange } from '@portal/domain/invoices/statement-range'
import type { Deps } from '../deps.ts'
import { sendFile, written, zipFiles } from '../documents/documents.ts'
import { limitSends } from '../notifications/send-again.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import { scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { archiveFiles, deleteArchive, findArchive, startArchive } from './archives.ts'
import { invoiceFileName, selectionName, statementFileName } from './documents/download-names.ts'
import { statementPdf } from './documents/statement.ts'
import { statementContent } from './documents/statement-content.ts'
import type { StatementFacts } from './documents/statement-document.ts'
import { statementXlsx } from './documents/statement-xlsx.ts'
import { readOpenAccounts } from './open-accounts.queries.ts'
import { detailsOf, readInvoice, selectedFiles, summaryOf } from './selected-files.ts'
import { invoiceRecipients, sendInvoices } from './send-invoices.ts'
import { readStatement } from './statement.queries.ts'

/** Invoice documents: created on request, never stored, and each recorded in the history. Served on both bases. */
export const downloadRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, invoiceCalls.downloadSummary, async (request, reply) => {
    const scope = scopeOf(request)
    const invoice = await openFile(scope, request.params.file, '.pdf', summaryRefusal)
    const pdf = await summaryOf(deps, scope, invoice)
    return sendFile(reply, invoiceFileName(invoice.invoiceNumber, 'pdf')).send(pdf)
  })

  serve(app, invoiceCalls.downloadDetails, async (request, reply) => {
    const scope = scopeOf(request)
    const invoice = await openFile(scope, request.params.file, '.xls', detailsRefusal)
    // Name and type match the actual content, whatever ending the path has.
    const ending = detailsFormat(invoice) === 'CSV' ? 'csv' : 'xlsx'
    sendFile(reply, invoiceFileName(invoice.invoiceNumber, ending))
    return reply.send(await detailsOf(deps, scope, invoice))
  })

  serve(app, invoiceCalls.downloadSelected, async (request, reply) => {
    const scope = scopeOf(request)
    const name = selectionName(scope.accountId, new Date().toISOString().slice(0, 10))
    const files = await selectedFiles(deps, scope, request.body.invoiceIds, name)
    return sendFile(reply, `${name}.zip`)
      .header('x-count', files.length)
      .send(zipFiles(files, new Date()))
  })

  serve(app, invoiceCalls.getArchive, async (request) => {
    const scope = scopeOf(request)
    return { archive: await withScope(deps.db, scope, (tx) => findArchive(tx, scope)) }
  })

  const manyIds = { bodyLimit: 128 * 1024 }
  serve(app, invoiceCalls.startArchive, manyIds, async (request) => {
    const scope = scopeOf(request)
    const { invoiceIds } = request.body
    return { archive: await withScope(deps.db, scope, (tx) => startArchive(tx, scope, invoiceIds)) }
  })

  serve(app, invoiceCalls.deleteArchive, async (request) => {
    const scope = scopeOf(request)
    await withScope(deps.db, scope, (tx) => deleteArchive(tx, scope))
    return { archive: null }
  })

  serve(app, invoiceCalls.downloadArchive, async (request, reply) => {
    const scope = scopeOf(request)
    const name = selectionName(scope.accountId, new Date().toISOString().slice(0, 10))
    const files = await archiveFiles(deps, scope, name)
    return sendFile(reply, `${name}.zip`).send(zipFiles(files, new Date()))
  })

  serve(app, invoiceCalls.listInvoiceRecipients, (request) =>
    invoiceRecipients(deps, scopeOf(request), request.body.invoiceIds),
  )

  serve(app, invoiceCalls.sendInvoices, async (request) => {
    const scope = scopeOf(request)
    await limitSends(deps, scope)
    const key = request.headers['idempotency-key']
    return sendInvoices(deps, scope, { ...request.body, key })
  })

  serve(app, invoiceCalls.getStatement, async (request) =>
    statementContent(await statementOf(scopeOf(request), request.query)),
  )

  serve(app, invoiceCalls.downloadStatement, async (request, reply) => {
    const scope = scopeOf(request)
    const { format = 'pdf' } = request.query
    const [statement, openAccounts] = await Promise.all([
      statementOf(scope, request.query),
      readOpenAccounts(deps.db, scope, deps.config),
    ])
    const { from, to } = statement
    await withScope(deps.db, scope, (tx) =>
      recordHistory(tx, authorOf(scope), {
        category: 'Invoice',
        entryType: 'Statement',
        description: `Fetched the statement from ${from} to ${to} as ${format.toUpperCase()}`,
      }),
    )
    const made = { seller: deps.config.seller, created: new Date() }
    const document = { ...made, ...statement, openAccounts }
    const pdf = format === 'pdf' && (await statementPdf(document))
    sendFile(reply, statementFileName(scope.accountId, from, to, format))
    return reply.send(pdf || written((out) => statementXlsx(document, out)))
  })

  async function statementOf(scope: Scope, days: StatementDays): Promise<StatementFacts> {
    const range = statementRange(days.startdate, days.statementdate)
    if ('refusal' in range) throw new Refusal(400, range.refusal)
    const { companyName: name, accountId } = scope
    const reading = await readStatement(deps.db, scope, range)
    return { ...range, ...reading, company: { name, accountId } }
  }

  /** Finds the invoice of a file. An invoice without such a file counts as unknown. */
  async function openFile(
    scope: Scope,
    file: string,
    ending: string,
    refusal: (invoice: InvoiceDetail) => string | undefined,
  ): Promise<InvoiceDetail> {
    if (!file.endsWith(ending)) throw notFound()
    const invoiceNumber = file.slice(0, -ending.length)
    return withScope(deps.db, scope, async (tx) => {
      const invoice = await readInvoice(deps, tx, scope, invoiceNumber)
      if (!invoice || refusal(invoice)) throw notFound()
      await recordHistory(tx, authorOf(scope), {
        category: 'Invoice',
        entryType: 'Download',
        description: `Downloaded ${ending === '.pdf' ? 'the summary' : 'the details'} of invoice ${invoiceNumber}`,
      })
      return invoice
    })
  }
}
