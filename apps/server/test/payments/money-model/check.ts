import { readFigures } from '../../../src/integration/business-metrics.ts'
import { harm, isNamed, netOf, succeeded, trulyOwed, type Company } from './company.ts'
import { sum } from './ledger.ts'
import type { World } from './world.ts'

/** Compares the portal with the model when nothing is open. Differences are violations of the company. */
export async function check(world: World, company: Company, hasForgotten: boolean): Promise<void> {
  checkCharges(company)
  await checkAttempts(world, company, hasForgotten)
  await checkShown(world, company)
  await checkBatches(world, company)
  for (const id of company.taken)
    if (company.payments.get(id)?.status !== 'succeeded')
      harm(company, `a payer read that ${id} succeeded, and it has not`)
}

/** Checks that no charge exceeded the amount truly owed when the payment was opened. */
function checkCharges(company: Company): void {
  const paid = succeeded(company)
  for (const [nth, one] of paid.entries()) {
    const earlier = paid.slice(0, nth).filter(({ invoice }) => invoice === one.invoice)
    const owed = one.moments.map(({ sent, nets }) =>
      trulyOwed(
        sent,
        one.invoice,
        earlier.map(({ id, cents }) => ({ id, net: nets.get(id) ?? cents })),
      ),
    )
    if (one.cents > Math.max(...owed))
      harm(
        company,
        `${one.cents} was charged for invoice ${one.invoice}, ${owed.join(' or ')} was owed`,
      )
  }
}

interface AttemptRow {
  id: string
  state: string
  net: number
}

/** Checks that each attempt ended like its intent, and that the ledger has what remains of it. */
async function checkAttempts(
  { portal }: World,
  company: Company,
  hasForgotten: boolean,
): Promise<void> {
  const { rows } = await portal.system.query<AttemptRow>(
    `select id, state, payment_net_cents(account_id, id)::int as net
       from payment_attempt where account_id = $1`,
    [company.accountId],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const { id, state } of rows)
    if (state !== 'succeeded' && state !== 'failed')
      harm(company, `attempt ${id} is still ${state}`)
  for (const payment of company.payments.values()) {
    const row = byId.get(payment.id)
    const isPaid = payment.status === 'succeeded'
    const isTooLate =
      company.isTakenOver && payment.status === 'requires_confirmation' && row?.state === 'failed'
    const hasEnded = isPaid || payment.status === 'canceled' || (hasForgotten && !row) || isTooLate
    if (!hasEnded) harm(company, `${payment.intentId} is still ${payment.status} at the provider`)
    if (isPaid !== (row?.state === 'succeeded'))
      harm(company, `${payment.id} is ${payment.status} there and ${row?.state ?? 'unknown'} here`)
    if (isPaid && row && row.net !== netOf(payment))
      harm(company, `${payment.id}: ${netOf(payment)} is left there, and ${row.net} here`)
  }
  for (const { id, state } of rows)
    if (state === 'succeeded' && !company.payments.has(id))
      harm(company, `${id} succeeded here, and the provider does not know it`)
}

interface Shown {
  invoiceNumber: string
  balanceDue: number
  hasBeenCharged: boolean
  isOnHold: boolean
  moneyBack: { kind: string } | null
}

/** Checks that list and detail agree with the records and payments. */
async function checkShown({ portal }: World, company: Company): Promise<void> {
  const { rows } = await portal.system.query<{ number: string; isLate: boolean }>(
    `select invoice_number as number, max(settled_at) <= portal_now() - interval '10 days' as "isLate"
       from payment_attempt where account_id = $1 and state = 'succeeded' group by 1`,
    [company.accountId],
  )
  const late = new Set(rows.flatMap(({ number, isLate }) => (isLate ? number : [])))
  const list = await company.payer.get('/api/invoice?page=1&perPage=10')
  const shown = list.json<Shown[]>()
  for (const [nth, number] of company.numbers.entries()) {
    const detail = (await company.payer.get(`/api/invoice/details/${number}`)).json<Shown>()
    const listed = shown.find(({ invoiceNumber }) => invoiceNumber === number)
    const expected = JSON.stringify(expectedOf(company, nth, late.has(number)))
    for (const [place, one] of Object.entries({ list: listed, detail })) {
      const is = JSON.stringify(one && pick(one))
      if (is !== expected) harm(company, `${place} of invoice ${nth} shows ${is}, not ${expected}`)
    }
  }
}

const pick = ({ balanceDue, hasBeenCharged, isOnHold }: Shown) => ({
  balanceCents: Math.round(balanceDue * 100),
  hasBeenCharged,
  isOnHold,
})

/** The part of a payment that the balance contains, by the records in the portal. */
const containedOf = (company: Company, nth: number): ReadonlyMap<string, number> | undefined =>
  isNamed(company) ? company.sent[nth]!.contained : company.resolved[nth]

/** The expected view of an invoice after every payment is posted (decision 0025). */
function expectedOf(company: Company, nth: number, isLate: boolean): ReturnType<typeof pick> {
  const { amount, balance } = company.sent[nth]!
  const own = succeeded(company).filter(({ invoice }) => invoice === nth)
  const here = containedOf(company, nth)
  const elsewhere = containedOf(company, 1 - nth)
  const owes = (cents: number) => ({ balanceCents: cents, hasBeenCharged: false, isOnHold: false })
  const held = { balanceCents: balance, hasBeenCharged: true, isOnHold: true }
  if (balance <= 0 || own.length === 0) return owes(balance)
  if (!here) {
    if (sum(own.map(netOf)) === 0) return owes(balance)
    return isLate ? held : owes(0)
  }
  const missing = own.map((one) =>
    Math.max(0, netOf(one) - (here.get(one.id) ?? 0) - (elsewhere?.get(one.id) ?? 0)),
  )
  const owed = balance - sum(missing)
  const room =
    Math.max(amount, balance + sum(here.values())) -
    sum(own.map((one) => netOf(one) - (elsewhere?.get(one.id) ?? 0)))
  return owed > room ? held : owes(owed)
}

/** Checks that the reported results of "pay all" are the provider's. */
async function checkBatches({ portal }: World, company: Company): Promise<void> {
  for (const id of company.batches) {
    const answer = await company.payer.get(`/api/invoice/all-invoices/payment/${id}`)
    // Lost by a restore.
    if (answer.statusCode === 404) continue
    const { paidAmount, status } = answer.json<{ paidAmount: number; status: string }>()
    const { rows } = await portal.system.query<{ id: string }>(
      'select id from payment_attempt where account_id = $1 and batch_id = $2',
      [company.accountId, id],
    )
    const paid = rows.flatMap((row) => {
      const payment = company.payments.get(row.id)
      return payment?.status === 'succeeded' ? payment.cents : []
    })
    if (status !== 'done') harm(company, `batch ${id} is still ${status}`)
    if (Math.round(paidAmount * 100) !== sum(paid))
      harm(company, `batch ${id} says ${paidAmount}, and ${sum(paid)} cents were charged`)
  }
}

/** Checks that unresolved items are among the figures of doctor and the metrics. */
export async function checkUnderWay(world: World, companies: readonly Company[]): Promise<void> {
  const { system } = world.portal
  const { rows } = await system.query<{ account: string; open: number; isLost: boolean }>(
    `select account_id as account, count(*) filter (where state in ('open', 'requires_action'))::int as open,
            bool_or(is_adopted and actor_id is null) as "isLost"
       from payment_attempt group by 1`,
  )
  const figures = await readFigures(system)
  const open = rows.reduce((sum, row) => sum + row.open, 0)
  const isLost = rows.some((row) => row.isLost)
  for (const company of companies) {
    if (figures.portal_payments_open !== open)
      harm(company, `${open} payments are open, ${figures.portal_payments_open} are shown`)
    if (isLost && figures.portal_automatic_charging_stopped !== 1)
      harm(company, 'commits were lost, and nothing shows it')
  }
}

/** Checks that no item needs attention when nothing is open. */
export async function checkFigures(world: World, companies: readonly Company[]): Promise<void> {
  const figures = await readFigures(world.portal.system)
  for (const name of [
    'portal_payments_open',
    'portal_payments_need_person',
    'portal_payments_unposted',
    'portal_provider_events_kept',
  ] as const)
    if (figures[name] !== 0) harm(companies[0]!, `${name} is ${figures[name]} at rest`)
}
