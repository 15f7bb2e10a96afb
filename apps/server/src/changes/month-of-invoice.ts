import sql from 'sql-template-tag'

/**
 * The month of an invoice `i`: that of the service, else that of the invoice's date. The domain's `monthOfInvoice` has the
 * same rule; a test compares both.
 */
export const monthOfInvoice = sql`
  case when i.service_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' then i.service_month
       else to_char(i.invoice_date, 'YYYY-MM') end`
