import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Invoice, InvoiceDetail } from '@portal/domain/invoices/invoices.schema'

/** What a reader needs to know of a call and its schemas do not say. */
export interface Call {
  summary: string
  /** Refusals of its own, beside those every call may give. */
  also?: readonly (302 | 304 | 402 | 408 | 409 | 410 | 413 | 415 | 422 | 429)[]
  /** It answers a file of this kind. */
  file?: 'application/pdf' | 'text/csv' | 'text/html' | 'text/css' | typeof spreadsheet
  /** Its answer, when PostgreSQL writes it past the route's own schema. */
  answer?: TSchema
  /** Kinds of body, when it is not JSON. */
  takes?: readonly string[]
}

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const Health = Type.Object({ status: Type.String(), mode: Type.String() })

/** Every call of the server; a call without its line here does not pass the checks. */
export const calls: Record<string, Call> = {
  'GET /health/live': { summary: 'The process answers.', answer: Health },
  'GET /health/ready': { summary: 'The process can serve people.', answer: Health },

  'GET /is-authenticated': { summary: 'Whether somebody is signed in, and who.' },
  'POST /signin': {
    summary: 'Begins a sign-in; the browser goes to the answered address.',
    also: [429],
  },
  'POST /signout': { summary: 'Ends the session, here and at the sign-in provider.' },
  'GET /auth/callback': {
    summary: 'Where the sign-in provider sends the browser back to.',
    also: [302],
  },
  'GET /user/myself': { summary: 'The signed-in user, with role, permissions and company.' },
  'GET /user/access-requests': { summary: 'Permissions the user has asked for.' },
  'POST /user/access-requests': {
    summary: "Asks the company's managers for a permission.",
    also: [409, 429],
  },
  'GET /company/all': { summary: 'Every company, by name.' },

  'GET /invoice': {
    summary:
      'The invoices the user may see; with its tag a copy that is still right is answered by 304.',
    also: [304],
    answer: Type.Array(Invoice),
  },
  'GET /invoice/details/:invoiceNumber': {
    summary: 'One invoice with its lines.',
    answer: InvoiceDetail,
  },
  'GET /invoice/pdf/:file': { summary: 'An invoice as PDF.', file: 'application/pdf' },
  'GET /invoice/xls/:file': {
    summary: 'The details of an invoice as spreadsheet.',
    file: spreadsheet,
  },
  'GET /invoice/statements': {
    summary:
      'The account of a company over a range of days, as PDF or with `format=xlsx` as spreadsheet.',
    file: 'application/pdf',
  },
  'GET /invoice/aging': {
    summary: 'What is due, by how many days it is past due, per seller and currency.',
  },
  'GET /invoice/pastDue': { summary: 'Whether anything is past due.' },
  'GET /invoice/upcomingUnpaidInvoices': {
    summary:
      'Payable invoices due from today to the 29th day after it, with the day AutoPay charges each.',
  },
  'GET /invoice/unpaidEligibleInvoices': {
    summary:
      'The same with overdue ones: all that AutoPay plans, each with its day or the reason it has none.',
  },
  'POST /invoice/:id/payment': {
    summary:
      'Pays an invoice by card, once, whatever is repeated. 202: the outcome is not known yet. An invoice with `moneyBack` is refused (409) until `payAgainAfter` names its `at`; money not applied until `notAppliedUntil` does.',
    also: [402, 409, 429],
  },
  'POST /invoice/all-invoices/payment': {
    summary:
      'Pays every invoice that can be paid by card, one by one. 202: it goes on, ask for the batch.',
    also: [409, 429],
  },
  'GET /invoice/all-invoices/payment/plan': {
    summary:
      'What paying all would charge now, and which unpaid invoices it would leave out, with the reasons.',
  },
  'POST /invoice/all-invoices/payment/:batchId/continue': {
    summary:
      "Looks whether the card's bank was answered and pays what is left. While it was not, `question.clientSecret` shows its question.",
    also: [429],
  },
  'POST /invoice/all-invoices/payment/:batchId/stop': {
    summary: 'Leaves alone what a batch has not tried yet.',
  },
  'GET /invoice/all-invoices/payment': { summary: 'The batch under way, if there is one.' },
  'GET /invoice/all-invoices/payment/:batchId': {
    summary: 'How far a batch has come, invoice by invoice.',
  },
  'GET /invoice/invoice-categories/user': { summary: 'Invoice categories the user holds.' },
  'GET /invoice/invoice-categories/all': { summary: 'Every invoice category of the company.' },
  'POST /invoice/invoice-categories/allusers': { summary: 'Categories that users hold.' },
  'POST /invoice/invoice-categories/toggle': {
    summary: 'Gives a user a category or takes it away.',
    also: [409],
  },

  'GET /payment/instructions': {
    summary: 'How to pay by bank transfer, as PDF.',
    file: 'application/pdf',
  },
  'GET /payment/card': { summary: 'Cards on file.' },
  'GET /payment/card/default': { summary: 'The default card.' },
  'POST /payment/card': {
    summary: "Saves a card by the card provider's token.",
    also: [402, 409, 429],
  },
  'PUT /payment/card/default': { summary: 'Makes a card the default one.', also: [409] },
  'DELETE /payment/card': { summary: 'Removes a card that is not the default one.', also: [409] },
  'GET /payment/history': { summary: 'What happened to payments and cards, newest first.' },
  'GET /payment/list': { summary: 'Payments by card and where they stand, newest first.' },
  'GET /payment/list/csv': { summary: 'The same as CSV.', file: 'text/csv' },
  'GET /payment/receipt/:file': {
    summary: 'The receipt of a payment as PDF.',
    file: 'application/pdf',
  },
  'GET /payment/recipients/external': {
    summary: 'Addresses outside the company that get payment mails.',
  },
  'GET /payment/recipients/users': { summary: 'Users who get payment mails.' },
  'POST /payment/recipient/external/add': {
    summary: 'Adds addresses that get payment mails.',
    also: [409],
  },
  'DELETE /payment/recipient/external/delete': { summary: 'Removes such an address.' },
  'GET /payment/not-applied': {
    summary: 'Money that was paid by card and is not applied to invoices yet, or null.',
  },
  'GET /payment/autopay-status': { summary: 'Whether the company is enrolled in AutoPay.' },
  'POST /payment/autopay/enable': { summary: 'Enrolls the company in AutoPay.', also: [409] },
  'POST /payment/autopay/disable': { summary: 'Ends AutoPay at once.' },
  'GET /payment/autopay/plan': {
    summary: 'What AutoPay will charge in the next 30 days, and what it leaves out.',
  },
  'PUT /payment/autopay/settings': { summary: "Sets the customer's own bounds of AutoPay." },
  'POST /payment/provider-events': { summary: 'Events of the card provider, signed by it.' },

  'GET /license': { summary: 'License orders, newest first.' },
  'GET /license/:id': { summary: 'A license order with its lines.' },
  'GET /license/lineitems/:id': { summary: 'The lines of a license order.' },
  'GET /license/products': { summary: 'Products that can be ordered.' },
  'GET /license/networks': { summary: 'Networks that can be ordered for.' },
  'GET /license/held': { summary: 'Licenses the company holds.' },
  'GET /license/confirmation/:file': {
    summary: 'The confirmation of an order as PDF.',
    file: 'application/pdf',
  },
  'POST /license': { summary: 'Saves a draft or submits an order.', also: [409] },
  'PUT /license/:id': { summary: 'Changes a draft or submits it.', also: [409] },
  'DELETE /license/:id': { summary: 'Deletes a draft.', also: [409] },

  'GET /ttnet/requests': { summary: 'Equipment requests, newest first.' },
  'GET /ttnet/request/:id': { summary: 'An equipment request with its lines.' },
  'PUT /ttnet/approve': { summary: 'Approves a request that waits for the customer.', also: [409] },
  'PUT /ttnet/cancel': { summary: 'Cancels a request that waits for the customer.', also: [409] },

  'GET /admin/history': { summary: "The company's history, newest first." },
  'GET /admin/history/values': { summary: 'What the history can be filtered by.' },
  'GET /admin/history/csv': {
    summary: 'The history as CSV, with the seals of its chain.',
    file: 'text/csv',
  },
  'GET /admin/users': {
    summary: 'Users of the company; without a page everybody the history may name.',
  },
  'POST /admin/update-user': { summary: 'Sets role and permissions of a user.', also: [409] },
  'DELETE /admin/deactivate': { summary: "Ends a user's access.", also: [409] },
  'GET /admin/access-requests': { summary: 'Open requests of users for permissions.' },
  'POST /admin/access-requests/:id': { summary: 'Grants or declines a request.', also: [409] },
  'GET /invite': { summary: 'Invitations, newest first.' },
  'POST /invite/invite': {
    summary: 'Invites an address, or renews its open invitation.',
    also: [409, 429],
  },
  'DELETE /invite/rescind/:inviteCode': { summary: 'Revokes an invitation.' },
  'GET /invite/check/:inviteCode': {
    summary: 'What an invitation offers to whom it was sent.',
    also: [410, 429],
  },
  'POST /invite/accept': { summary: 'Joins the company that invites.', also: [409, 410, 429] },

  'GET /accreditation/purchase': { summary: 'An accreditation and its price.' },
  'POST /accreditation/create-checkout-session': {
    summary: "Begins the purchase of an accreditation on the card provider's form.",
    also: [409, 422, 429],
  },
  'GET /accreditation/purchase-status': { summary: 'Whether a purchase has been paid.' },

  'GET /attention': {
    summary:
      'What super admins have to look at, of every company: the oldest of each list, or up to 500 of one, and what stops charging.',
  },
  'GET /attention/count': { summary: 'How many items wait for a super admin.' },
  'POST /attention/charging': { summary: 'Ends a stop of charging.', also: [409] },
  'POST /attention/:list/:action': {
    summary:
      'Resolves one item, as the action of its list says. 409: refused, or another person was first.',
    also: [409],
  },

  'GET /integration/events': {
    summary: 'Events of every company after a position, in the one order they are kept in.',
    also: [410, 429],
  },
  'POST /integration/records': {
    summary:
      'Imports records (NDJSON, plain or gzip), all of them or nothing. 202: ask the address in Location.',
    also: [408, 413, 415, 422, 429],
    takes: ['application/x-ndjson', 'application/gzip'],
  },
  'GET /integration/records/:id': {
    summary: 'What became of records that were sent.',
    also: [429],
  },

  'GET /openapi.json': {
    summary: 'This description.',
    answer: Type.Object({}, { additionalProperties: true }),
  },
  'GET /docs': { summary: 'This description, to read.', file: 'text/html' },
  'GET /docs/style.css': { summary: 'How the page looks.', file: 'text/css' },
}
