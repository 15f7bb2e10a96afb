import { join } from 'node:path'
import pg from 'pg'
import Stripe from 'stripe'
import { serverFolder } from '../../tools/build-portal.ts'
import { startChild, type Start } from '../lab/children.ts'
import { canMeasureCpu, cpuTime, databaseCpuTime } from '../lab/cpu-time.ts'
import type { Lab } from '../lab/lab.ts'
import { portalSettings } from '../lab/portal.ts'
import { runMeasured } from '../lab/run-measured.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, seconds, timed } from '../report/rounds.ts'

const invoices = 1000
/** The number of earlier payments of the same company. */
const paidBefore = 5000
/** The number of concurrent requests of a run, and of payments that share a comparison. */
const [concurrency, chunkSize] = [16, 64]
/** The latency of a request to the provider. A provider without latency would be unrealistic. */
const latencyMs = 300
const accountId = 'AUTOPAY'

interface Taken {
  time: number
  /** Processor time of the process and, if available, of the sandbox and PostgreSQL. */
  processor: number
}

/**
 * Compares a day of AutoPay with 1,000 due invoices to a program that only sends the same requests to the card provider,
 * both from start to end. Measures the time with a provider as slow as a real one, and the processor time of a charge with
 * a provider without latency.
 */
export async function autoPay(lab: Lab): Promise<Comparison[]> {
  const [folder, dataFolder] = [await lab.folder, await lab.databaseFolder]
  const sandbox = await startChild('apps/sandbox/src/main.ts', {
    env: {
      NODE_ENV: 'test',
      CARDS_STATE: 'memory',
      PORTAL_ORIGIN: 'http://127.0.0.1:9',
      PORTAL_DATA_DIR: folder,
      IDENTITY_PORT: '0',
      CARDS_PORT: '0',
      MAIL_PORT: '0',
      SMTP_PORT: '0',
    },
  })
  const { cardsPort } = sandbox.ready as { cardsPort: number }
  const stripe = new Stripe('sk_test_none', {
    apiVersion: '2026-10-28.endive',
    protocol: 'http',
    host: '127.0.0.1',
    port: cardsPort,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const others = () => cpuTime(sandbox.pid) + databaseCpuTime(dataFolder)
  async function taken(program: string, start: Start): Promise<Taken> {
    const before = others()
    let own = 0
    const time = await timed(async () => {
      own = (await runMeasured(program, start, folder)).processor
    })
    return { time, processor: own + others() - before }
  }
  let round = 0
  // Each run has its own customer, because the requests list what the customer has paid.
  const runs = () =>
    interleave(3, {
      portal: async () => {
        const urls = await lab.empty(`autopay_${(round += 1)}`)
        await fill(urls.admin, await savedCard(stripe))
        const start = dayOfAutoPay(urls.system, cardsPort)
        const run = await taken(join(serverFolder, 'portal.js'), start)
        await requireAllPaid(urls.admin)
        return run
      },
      direct: async () =>
        taken('bench/lab/charge-directly.mjs', chargesAlone(await savedCard(stripe), cardsPort)),
    })
  const atOnce = await runs()
  await setLatency(cardsPort, latencyMs)
  const slowly = await runs()
  await sandbox.stop()
  const row = (
    what: string,
    { portal, direct }: typeof slowly,
    value: (taken: Taken) => number,
    written: (value: number) => string,
  ) => compare(what, portal.map(value), 'the requests alone', direct.map(value), written)
  const ofCount = `AutoPay of ${invoices.toLocaleString('en-US')} due invoices`
  return [
    {
      ...row(`${ofCount}, requests of ${latencyMs} ms`, slowly, ({ time }) => time, seconds),
      target: { atMost: 1.15 },
    },
    // These are less affected by other load on the machine.
    ...(canMeasureCpu
      ? [
          row(
            `${ofCount}: CPU of each`,
            atOnce,
            (taken) => taken.processor / invoices,
            milliseconds,
          ),
        ]
      : []),
  ]
}

async function setLatency(cardsPort: number, ms: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${cardsPort}/_sandbox/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  })
  if (!answer.ok) throw new Error('the latency was not set')
}

function dayOfAutoPay(systemUrl: string, cardsPort: number): Start {
  const day = new Date().toISOString().slice(0, 10)
  return {
    args: ['autopay', 'run', '--day', day],
    env: {
      ...portalSettings('http://127.0.0.1:9', `http://127.0.0.1:${cardsPort}`),
      SYSTEM_DATABASE_URL: systemUrl,
    },
  }
}

const chargesAlone = ({ customer, method }: SavedCard, cardsPort: number): Start => ({
  env: {
    STRIPE_API_BASE: `http://127.0.0.1:${cardsPort}`,
    CUSTOMER: customer,
    CARD: method,
    ACCOUNT: accountId,
    CHARGES: String(invoices),
    CONCURRENCY: String(concurrency),
    CHUNK: String(chunkSize),
  },
})

interface SavedCard {
  customer: string
  method: string
}

async function savedCard(stripe: Stripe): Promise<SavedCard> {
  const customer = await stripe.customers.create({ name: 'AutoPay' })
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: 'pm_card_visa',
    usage: 'off_session',
    confirm: true,
  })
  const method = intent.payment_method
  if (typeof method !== 'string') throw new Error('the card was not saved')
  return { customer: customer.id, method }
}

/** Creates an enrolled company whose day is fixed, as at 09:00 UTC. */
async function fill(adminUrl: string, { customer, method }: SavedCard): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  await db.query(`
    insert into company (account_id, name) values ('${accountId}', 'AutoPay Company');
    insert into invoice_category (invoice_category_id, name) values (1, 'License');
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select '${accountId}', 'INV-' || n, 1, current_date, (now() at time zone 'UTC')::date, 'USD', 1000 + n, 1000 + n
      from generate_series(1, ${invoices}) n;
    insert into provider_customer (account_id, customer_id) values ('${accountId}', '${customer}');
    insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
    values ('${accountId}', '${method}', 'f', 'visa', '4242', 1, 2040, true);
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    values ('${accountId}', gen_random_uuid(), '${accountId}', 'Rita', '::1', '1', 'terms');
    insert into autopay_day (account_id, day) values ('${accountId}', (now() at time zone 'UTC')::date);
    insert into autopay_item (account_id, day, invoice_id, amount_cents, demand)
    select account_id, due_date, id, books_balance_cents, 0 from invoice;
    -- Earlier payments: for empty tables PostgreSQL would choose other plans.
    insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select '${accountId}', 'PAID-' || n, 1, current_date - 60, current_date - 30, 'USD', 1000 + n, 0
      from generate_series(1, ${paidBefore}) n;
    insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, state,
                                 actor_name, ip_address, settled_at, posted_at)
    select i.account_id, i.id, i.invoice_number, c.id, i.amount_cents, 'USD', 'succeeded', 'AutoPay', 'system',
           now() - interval '30 days', now() - interval '30 days'
      from invoice i join card c on c.account_id = i.account_id where i.invoice_number like 'PAID-%';
    with paid as (select gen_random_uuid() as transaction_id, * from payment_attempt)
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select account_id, transaction_id, ledger_account, invoice_id, id, sign * amount_cents, 'USD'
      from paid, (values ('receivable', -1), ('card_clearing', 1)) as side (ledger_account, sign);
    insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description, payment_id)
    select account_id, 'AutoPay', 'system', 'Payment', 'Card Payment', 'Paid', id from payment_attempt`)
  await db.query('vacuum analyze')
  await db.end()
}

async function requireAllPaid(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  const { rows } = await db.query<{ paid: string }>(
    `select count(*) as paid from payment_attempt where state = 'succeeded' and posted_at is null`,
  )
  await db.end()
  if (Number(rows[0]!.paid) !== invoices) throw new Error(`only ${rows[0]!.paid} were paid`)
}
