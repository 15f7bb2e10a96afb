import { faultsOf, type Mutation } from './mutation.ts'

const slice = 'apps/server/src/invoices'
const finds = `${slice}/statement.test.ts`

/** Wrong rules of statements (decision 0106). */
export const movements: readonly Mutation[] = [
  ...faultsOf(`${slice}/book-movements.ts`, finds, {
    'records count in closed days': ['open.first_day, k.last_day', 'k.last_day'],
    'the lines of an invoice are out of order': ['open.first_day, k.last_day', 'open.first_day'],
    'the hour of the books is ignored': ['=> p.books_day_hour', '=> p.books_day_hour * 0'],
    'a new invoice counts on the day of its record': [', i.invoice_date) end', ') end'],
    'a new invoice counts in the night before': ['least(days.of_calendar', 'least(days.of_books'],
    'withdrawn keeps its amount': ['i.amount_cents else 0', 'i.amount_cents else k.old_amount'],
    'books and payments are not matched': ['where left_to_pay.cents <>', 'where false and 0 <>'],
    'the posting of a payment is booked': ['balance - portal - by_name', 'balance - by_name'],
    'a name that is gone keeps its amount': ['n.has_list or not n.is_here', 'not n.is_here'],
    'a later name is a movement': ['n.is_known and n.is_here and kind', 'false and kind'],
    'lines keep the category they had': ['where n.is_moved and', 'where false and'],
    'credits are invoices': ['else n.old_amount end < 0', 'else 0 end > 0'],
    'missing lines are written twice': ['order by i.account_id, i.id for update of i', ''],
    'what was deleted elsewhere stays open': ['full join', 'left join'],
    'what was paid in the past is no line': ['i.amount_cents <> 0 --', 'false --'],
  }),
  ...faultsOf(`${slice}/book-movements.ts`, `${slice}/movements.test.ts`, {
    'another currency counts in the past': ['k.last_day is not null or', 'is_known or'],
    'an adopted payment has no line': [
      'e.payment_id = p.id and e.currency',
      'e.invoice_id = p.invoice_id and e.currency',
    ],
  }),
  ...faultsOf(`${slice}/statement.queries.ts`, finds, {
    'ages are counted from the due date of today': [
      'o.invoice_number and i.day <= ${to}',
      'o.invoice_number',
    ],
  }),
  ...faultsOf('apps/server/src/import/kinds/invoice-movements.ts', finds, {
    'only the invoice of a record is matched': ['on p.account_id = r.account_id', 'on false'],
    'what is no longer named stays': ['on n.account_id = s.account_id and', 'on false and'],
    'what a deleted invoice named stays': ['on n.to_account_id = i.account_id', 'on false'],
  }),
  ...faultsOf(`${slice}/close-days.ts`, finds, {
    'a day closes while an import runs': ['pg_advisory_xact_lock(', 'abs('],
  }),
  ...faultsOf('apps/server/migrations/0056_movements.sql', finds, {
    'a day is final too early': ['business_today() - 4', 'business_today() - 3'],
    'a day closes while charging is stopped': ["where kind in ('all', 'automatic')", 'where false'],
    'the past of a new company is closed': ['or p.closed_through < c.known_since then', 'then'],
  }),
]
