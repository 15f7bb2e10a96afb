import { isolated } from '../kernel/isolated.ts'

export interface Downloadable {
  source: string
  isLateFee: boolean
  hasPdf: boolean
  hasXls: boolean
}

const downloadRefusals = {
  notAvailable: 'Not Available',
  lateFee: 'Not available for Late Fee invoices',
} as const

type DownloadRefusal = (typeof downloadRefusals)[keyof typeof downloadRefusals]

/** Returns why an invoice has no summary PDF, or undefined if it has one. */
export function summaryRefusal(invoice: Downloadable): DownloadRefusal | undefined {
  if (invoice.source === 'Netsuite' || !invoice.hasPdf) return downloadRefusals.notAvailable
  return undefined
}

/** Returns why an invoice has no details file, or undefined if it has one. */
export function detailsRefusal(invoice: Downloadable): DownloadRefusal | undefined {
  if (invoice.isLateFee) return downloadRefusals.lateFee
  if (invoice.source === 'Netsuite' || !invoice.hasXls) return downloadRefusals.notAvailable
  return undefined
}

/** The details of Salesforce invoices are CSV, all others a spreadsheet, for every ending of the path. */
export function detailsFormat(invoice: { source: string }): 'CSV' | 'XLS' {
  return invoice.source === 'Salesforce' ? 'CSV' : 'XLS'
}

/** The most invoices whose files are downloaded at once; a worker prepares the files of more. */
export const mostDownloaded = 500
/** The most invoices whose files a worker prepares: more than any company has. */
export const mostArchived = 5000
/** How long prepared files are kept. */
export const archiveHours = 24

/** The most invoices that one mail may contain. */
export const mostSent = 20

/** Returns why these invoices cannot be sent as PDF, or undefined if they can. */
export function sendRefusal(
  invoices: readonly (Downloadable & { invoiceNumber: string })[],
): string | undefined {
  if (invoices.length > mostSent) return `Select at most ${mostSent} invoices to send them.`
  const without = invoices.find((invoice) => summaryRefusal(invoice))
  if (!without) return undefined
  return invoices.length === 1
    ? downloadRefusals.notAvailable
    : `Invoice ${isolated(without.invoiceNumber)} has no PDF.`
}

/** Returns which files an invoice has. */
export function filesOf(invoice: Downloadable): ('summary' | 'details')[] {
  return [
    ...(summaryRefusal(invoice) ? [] : ['summary' as const]),
    ...(detailsRefusal(invoice) ? [] : ['details' as const]),
  ]
}

/** Returns why the files of these invoices cannot be downloaded together, or undefined if they can. */
export function selectedFilesRefusal(invoices: readonly Downloadable[]): string | undefined {
  if (invoices.length > mostArchived)
    return `Select at most ${mostArchived.toLocaleString('en-US')} invoices to download their files.`
  return invoices.some((invoice) => filesOf(invoice).length > 0)
    ? undefined
    : downloadRefusals.notAvailable
}
