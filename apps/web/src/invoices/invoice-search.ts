/** What the address of the invoice list holds: filters, order, the bar's currency, the open layer. */
export interface InvoiceListSearch {
  q?: string
  status?: 'open' | 'closed' | 'credit'
  type?: string
  sort?: 'oldest' | 'due' | 'balance'
  /** Currency of the aging bar. */
  currency?: string
  statement?: 'open'
  /** The question, or how the last answer to it went. */
  payAll?: 'open' | 'result'
}

/** What the address of an invoice holds: the order of its lines and the open layer. */
export interface InvoiceDetailSearch {
  sort?: 'product' | 'description' | 'total'
  order?: 'desc'
  pay?: 'open'
}

type Raw = Record<string, unknown>

/** Reads the query; a value that makes no sense is dropped, not obeyed. */
export function invoiceListSearch(raw: Raw): InvoiceListSearch {
  return present<InvoiceListSearch>({
    q: text(raw.q),
    status: oneOf(raw.status, ['open', 'closed', 'credit']),
    type: text(raw.type),
    sort: oneOf(raw.sort, ['oldest', 'due', 'balance']),
    currency: text(raw.currency),
    statement: oneOf(raw.statement, ['open']),
    payAll: oneOf(raw.payAll, ['open', 'result']),
  })
}

export function invoiceDetailSearch(raw: Raw): InvoiceDetailSearch {
  return present<InvoiceDetailSearch>({
    sort: oneOf(raw.sort, ['product', 'description', 'total']),
    order: oneOf(raw.order, ['desc']),
    pay: oneOf(raw.pay, ['open']),
  })
}

/** A filter whose value is empty stands for no filter and leaves the address. */
export function present<Search>(values: {
  [Key in keyof Search]: Search[Key] | undefined
}): Search {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(set) as Search
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}

function oneOf<Value extends string>(value: unknown, values: readonly Value[]): Value | undefined {
  return values.find((one) => one === value)
}
