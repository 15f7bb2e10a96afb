import type { LightMyRequestResponse } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { beforeEach } from 'vitest'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import type { Permission } from '@portal/domain/kernel/permissions'
import { autoPayBounds } from '../../src/payments/autopay/autopay-bounds.ts'
import { resumeBatches } from '../../src/payments/batch/resume-batches.ts'
import { reconcile } from '../../src/payments/charge/reconcile.ts'
import { queuedMails } from '../portal/mails.ts'
import {
  ageAttempts,
  books,
  charges,
  expectPaidOnce,
  givenAskedPayer,
  givenPayer,
  intentOf,
  intentStatuses,
  refundOf,
  releaseLeases,
  takenFrom,
} from './payments.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'

/** The status of a response with that of the payment or batch, or with its message. */
export async function outcomeOf(call: Promise<LightMyRequestResponse>): Promise<string> {
  const answer = await call
  const body = answer.json<{ message?: string; status?: string } | null>()
  return [answer.statusCode, body?.status ?? body?.message ?? []].flat().join(' ')
}

/** The outcome of a call whose idempotency key was sent with other content. */
export const otherContent = /^409 This idempotency key was sent before, with other content/

/** The statuses of several responses, smallest first. */
export async function statuses(calls: Promise<LightMyRequestResponse>[]): Promise<number[]> {
  return (await Promise.all(calls)).map(({ statusCode }) => statusCode).sort()
}

const requests = {
  create: ['POST', '/v1/payment_intents$'],
  confirm: ['POST', '/confirm$'],
  cancel: ['POST', '/cancel$'],
  list: ['GET', '/v1/payment_intents$'],
  retrieve: ['GET', '/v1/payment_intents/'],
  refunds: ['GET', '/v1/refunds'],
  events: ['GET', '/v1/events'],
} as const

/** Breaks the next requests of this kind to the provider, by default one. */
export async function breakNext(
  { sandbox }: TestPortal,
  request: keyof typeof requests,
  fault: { kind: string; times?: number; status?: number; ms?: number },
): Promise<void> {
  const [method, path] = requests[request]
  await sandbox.control('/faults', { method, path, times: 1, ...fault })
}

/** Ends all faults. */
export const heal = ({ sandbox }: TestPortal) =>
  fetch(`${sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })

interface Needs {
  /** The bank requires a confirmation of each payment. */
  asked?: boolean
  /** The company has an open invoice of $100.00. */
  invoice?: boolean
  /** How the sandbox delivers its events. */
  webhooks?: object
}

/** A company in each test of a file, with a payer, a card that works, and a first invoice. */
export function testPayer(portal: TestPortal, prefix: string, needs: Needs = {}): Payer {
  const payer = new Payer(portal)
  let count = 0
  beforeEach(async () => {
    if (needs.webhooks) await portal.sandbox.control('/webhooks', needs.webhooks)
    await payer.begin(`${prefix}${++count}`, needs)
  })
  return payer
}

export class Payer {
  accountId = ''
  invoiceId = ''
  browser!: Browser

  constructor(readonly portal: TestPortal) {}

  /** Continues with a new company. */
  async begin(accountId: string, { asked = false, invoice = true }: Needs = {}): Promise<void> {
    this.accountId = accountId
    this.browser = await (asked ? givenAskedPayer : givenPayer)(this.portal, accountId)
    if (invoice) this.invoiceId = await this.given(1)
  }

  get: Browser['get'] = (...call) => this.browser.get(...call)
  post: Browser['post'] = (...call) => this.browser.post(...call)
  send: Browser['send'] = (...call) => this.browser.send(...call)
  json = async <T>(path: string, who = this.browser) => (await who.get(path)).json<T>()

  number = (nth: number | string = 1) => `${this.accountId}-${nth}`

  given(nth: number | string, is?: Parameters<TestPortal['given']['invoice']>[2]): Promise<string> {
    return this.portal.given.invoice(this.accountId, this.number(nth), is)
  }

  /** The record with which the books send the first invoice. */
  record = (rest: object = {}) => ({
    record: 'invoice',
    accountId: this.accountId,
    invoiceNumber: this.number(),
    date: '2026-11-24',
    dueDate: '2026-12-08',
    amount: '1000.00',
    balanceDue: '1000.00',
    currencyIsoCode: 'USD',
    invoiceType: 'License',
    invoiceCategory: 'Licenses',
    lineItems: [{ productName: 'TT Pro', quantity: 1, total: '1000.00' }],
    ...rest,
  })

  /** A mailbox outside that confirmed, and that gets the invoices of Licenses. */
  async mailbox(email: string): Promise<void> {
    const { given, system } = this.portal
    await system.query(sql`
      insert into external_recipient (account_id, email, invoice_category_ids, granted_at)
      values (${this.accountId}, ${email}, ${[await given.category('Licenses')]}, portal_now() - interval '1 day')`)
    await system.query(sql`
      insert into mail_address (account_id, email, confirmed_at, confirmed_by_link_at)
      values (${this.accountId}, ${email}, now(), now())`)
  }

  /** Another user of the company. */
  async colleague(
    name: string,
    categories = ['Licenses'],
    permissions: Permission[] = ['AccessInvoices', 'PayInvoices'],
  ): Promise<Browser> {
    const email = `${name}@${this.accountId.toLowerCase()}.example`
    await this.portal.given.user(email, this.accountId, permissions, categories)
    return this.portal.signIn(email)
  }

  /** A payer of another company. */
  stranger = () => givenPayer(this.portal, `${this.accountId}O`)

  pay(query = '', key = '', invoiceId = this.invoiceId, who = this.browser) {
    return who.post(`/api/invoice/${invoiceId}/payment${query}`, withKey(key))
  }
  /** Returns to a payment that the bank asked about. */
  resume = (paymentId: string, who = this.browser) =>
    this.pay(`?paymentId=${paymentId}`, '', this.invoiceId, who)
  payAll = (query = '', key = '', who = this.browser) =>
    who.post(`/api/invoice/all-invoices/payment${query}`, withKey(key))

  answerBank = (clientSecret: string | null | undefined, passed = true) =>
    this.portal.sandbox.control('/three-d-secure', { intent: intentOf(clientSecret ?? ''), passed })

  /** Saves a card in addition to the default one; returns its id. */
  async saveCard(token: string): Promise<string> {
    return (await this.post(`/api/payment/card?stripeToken=${token}`)).json<{ id: string }>().id
  }

  invoice = (nth: number | string = 1) =>
    this.json<InvoiceDetail>(`/api/invoice/details/${this.number(nth)}`)
  plan = () => this.json<AutoPayPlanAnswer>('/api/payment/autopay/plan')
  books = () => books(this.portal, this.accountId)
  states = async () => (await this.books()).states
  ledger = async () => (await this.books()).receivableCents
  paidOnce = (states?: string[]) =>
    expectPaidOnce(this.portal, this.accountId, this.invoiceId, states)
  intents = () => intentStatuses(this.portal, this.invoiceId)
  /** The amounts that the provider charged for an invoice, oldest first. */
  charges = async (invoiceId = this.invoiceId) =>
    (await charges(this.portal, invoiceId)).map(({ amount }) => amount).reverse()
  taken = () => takenFrom(this.portal, this.accountId)
  refund = (cents?: number) => refundOf(this.portal, this.invoiceId, cents)

  /** The first column of the rows. */
  async values<T = string>(statement: Sql): Promise<T[]> {
    const { rows } = await this.portal.system.query<Record<string, T>>(statement)
    return rows.map((row) => Object.values(row)[0]!)
  }
  setBalance = (cents: number, invoiceId = this.invoiceId) =>
    this.portal.system.query(
      sql`update invoice set books_balance_cents = ${cents} where id = ${invoiceId}`,
    )
  /** The books contain the payments that succeeded so far. */
  contain = () =>
    this.portal.system.query(sql`
      insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
      select account_id, invoice_id, id, payment_net_cents(account_id, id) from payment_attempt
       where account_id = ${this.accountId} and state = 'succeeded'`)

  mails = (about = '%') =>
    queuedMails(this.portal, sql`account_id = ${this.accountId} and about like ${about}`)
  subjects = async (about?: string) => (await this.mails(about)).map(({ subject }) => subject)
  /** The descriptions in the history, oldest first. */
  history = (...types: string[]) =>
    this.values(sql`
      select description from history_entry
       where account_id = ${this.accountId} and entry_type = any(${types}) order by id`)

  age = (minutes: number) => ageAttempts(this.portal, this.accountId, minutes)
  release = () => releaseLeases(this.portal)
  /** The worker's next round, some seconds later. */
  async workerRound({ batches = false } = {}): Promise<void> {
    await this.release()
    await reconcile(this.portal.deps, this.portal.system)
    if (batches) await resumeBatches(this.portal.deps, this.portal.system, autoPayBounds)
  }
}

const withKey = (key: string) => ({ headers: key ? { 'idempotency-key': key } : {} })
