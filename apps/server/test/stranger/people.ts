import type { Portal } from './portal.ts'

/** Reads invoices like a user's browser, and returns what the user sees. */
export async function look(portal: Portal, invoiceNumber: string) {
  const first = await portal.GET('/api/invoice', { params: { query: { page: 1, perPage: 2 } } })
  const etag = first.response.headers.get('etag') ?? ''
  const again = await portal.GET('/api/invoice', {
    params: { query: { page: 1, perPage: 2 }, header: { 'if-none-match': etag } },
  })
  const second = await portal.GET('/api/invoice', { params: { query: { page: 2, perPage: 2 } } })
  const detail = await portal.GET('/api/invoice/details/{invoiceNumber}', {
    params: { path: { invoiceNumber } },
  })
  const plan = await portal.GET('/api/invoice/all-invoices/payment/plan')
  const pdf = await portal.GET('/api/invoice/pdf/{file}', {
    params: { path: { file: `${invoiceNumber}.pdf` } },
    parseAs: 'blob',
  })
  return {
    count: Number(first.response.headers.get('x-count')),
    pages: [first.data, second.data].map((page) => page?.map((invoice) => invoice.invoiceNumber)),
    again: again.response.status,
    lines: detail.data?.lineItems.map(({ productName, total, currency }) => ({
      productName,
      total,
      currency,
    })),
    charged: plan.data?.charged.map((invoice) => `${invoice.invoiceNumber} ${invoice.amount}`),
    leftOut: plan.data?.leftOut.map((invoice) => `${invoice.invoiceNumber}: ${invoice.reason}`),
    pdf: [pdf.response.headers.get('content-type'), await pdf.data?.slice(0, 5).text()],
  }
}
