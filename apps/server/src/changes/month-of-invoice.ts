import sql from 'sql-template-tag'

/** The month of the service of an invoice `i`, else that of its date, as the domain's `monthOfInvoice` says; a test compares them. */
export const monthOfInvoice = sql`
  case when i.service_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then i.service_month
       else to_char(i.invoice_date, 'YYYY-MM') end`
