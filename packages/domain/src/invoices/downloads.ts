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

/** Why there is no summary PDF; nothing when there is one. */
export function summaryRefusal(invoice: Downloadable): DownloadRefusal | undefined {
  if (invoice.source === 'Netsuite' || !invoice.hasPdf) return downloadRefusals.notAvailable
  return undefined
}

/** Why there are no details; nothing when there are. */
export function detailsRefusal(invoice: Downloadable): DownloadRefusal | undefined {
  if (invoice.isLateFee) return downloadRefusals.lateFee
  if (invoice.source === 'Netsuite' || !invoice.hasXls) return downloadRefusals.notAvailable
  return undefined
}

/** Details of Salesforce invoices are CSV, all others a spreadsheet, whatever the path ends in. */
export function detailsFormat(invoice: { source: string }): 'CSV' | 'XLS' {
  return invoice.source === 'Salesforce' ? 'CSV' : 'XLS'
}
