import sql from 'sql-template-tag'
import type { AttentionKey, attentionLists } from '@portal/domain/attention/attention-lists'
import type { ResolveItem } from '@portal/domain/attention/attention.schema'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Deps } from '../deps.ts'
import { collectInvoice } from '../invoices/collect-invoice.ts'
import { readBalances } from '../invoices/owed.queries.ts'
import { resolveInvoice } from '../invoices/resolve-invoice.ts'
import { queryOne, type Tx } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { askAboutAttempt, retryEvent } from './ask-provider.ts'
import { accountOf, companyOf, idOf, type Done, type Resolving } from './resolving.ts'
import type { TakeEvent } from '../payments/events/take-event.ts'

export interface Action {
  /** Asks the outside world, before any transaction. False means that the item needs no attention any more. */
  first?: (deps: Deps & { take: TakeEvent }, item: ResolveItem) => Promise<boolean>
  /** In the item's company. Undefined means the same. */
  resolve: (tx: Tx, resolving: Resolving) => Promise<Done | undefined>
}

type Actions = {
  [List in AttentionKey]: Record<keyof (typeof attentionLists)[List]['actions'], Action>
}

/** What the actions of each list do; `attentionLists` has their words. */
export const actions: Actions = {
  onHold: { explain: { resolve: explain } },
  attempts: {
    ask: { first: askAboutAttempt, resolve: sayHowItEnded },
    handled: { resolve: clearMark },
  },
  unknown: { acknowledge: { resolve: acknowledge } },
  purchases: {
    handedOut: { resolve: (tx, resolving) => closePurchase(tx, resolving, 'paid') },
    refunded: { resolve: (tx, resolving) => closePurchase(tx, resolving, 'expired') },
  },
  events: { retry: { first: retryEvent, resolve: sayIfTaken }, setAside: { resolve: setAside } },
  mails: { send: { resolve: sendAgain }, giveUp: { resolve: giveUp } },
  imports: { seen: { resolve: noteImport } },
  moneyBack: { collect: { resolve: collect } },
}

async function explain(tx: Tx, { item, authorIn }: Resolving): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const [before] = await readBalances(tx, accountId, sql`i.invoice_number = ${item.id}`)
  if (!before?.isOnHold) return undefined
  const contained = new Map(item.payments?.map(({ id, cents }) => [id, cents]))
  const result = await resolveInvoice(tx, {
    invoiceNumber: item.id,
    accountId,
    contained,
    expectedBalanceCents: item.balanceCents,
    authorIn,
  })
  if ('problem' in result) throw new Refusal(409, result.problem)
  const cents = result.balance?.balanceDueCents ?? 0
  const owed =
    cents > 0 ? `${formatMoney(cents, 'USD')} of it can be paid` : 'nothing is left to pay'
  return { message: `Invoice ${item.id} is explained: ${owed}.` }
}

async function sayHowItEnded(tx: Tx, { item }: Resolving): Promise<Done> {
  const attempt = await findAttempt(tx, item)
  const { subject, state, needsPerson } = attempt
  if (needsPerson) throw new Refusal(409, `${needsPerson} Settle it at the card provider first.`)
  if (state !== 'succeeded' && state !== 'failed')
    throw new Refusal(
      409,
      `The card provider has not said how ${subject} ended. It is asked again every minute.`,
    )
  return {
    message: `The card provider was asked: ${subject} ${state}.`,
    history: {
      category: 'Payment',
      entryType: 'Reconciled',
      description: `Asked the card provider about ${subject}: it ${state}`,
      paymentId: item.id,
    },
  }
}

async function clearMark(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const { subject, needsPerson } = await findAttempt(tx, item)
  if (!needsPerson) return undefined
  await tx.run(sql`
    update payment_attempt set needs_person = null
     where account_id = ${companyOf(item)} and id = ${item.id}`)
  return {
    message: `Marked ${subject} as handled.`,
    history: {
      category: 'Payment',
      entryType: 'Reconciled',
      description: `Marked ${subject} as handled: ${needsPerson}`,
      paymentId: item.id,
    },
  }
}

async function findAttempt(tx: Tx, item: ResolveItem) {
  const attempt = await tx.one<{
    number: string
    cents: number
    currency: string
    state: string
    needsPerson: string | null
  }>(sql`
    select invoice_number as number, amount_cents as cents, currency, state, needs_person as "needsPerson"
      from payment_attempt where account_id = ${companyOf(item)} and id = ${idOf(item)} for no key update`)
  if (!attempt) throw new Refusal(404, 'Not found.')
  const subject = `the payment of ${formatMoney(attempt.cents, attempt.currency)} for invoice ${attempt.number}`
  return { ...attempt, subject }
}

async function acknowledge(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const known = await tx.one<{ number: string }>(sql`
    update unknown_intent set acknowledged_at = now()
     where account_id = ${companyOf(item)} and intent_id = ${item.id} and acknowledged_at is null
 returning invoice_number as number`)
  if (!known) return undefined
  const description = `Acknowledged the unknown payment ${item.id} for invoice ${known.number}`
  return {
    message: `${description}.`,
    history: { category: 'Payment', entryType: 'Reconciled', description },
  }
}

async function closePurchase(
  tx: Tx,
  { item, sessionHash }: Resolving,
  outcome: 'paid' | 'expired',
): Promise<Done | undefined> {
  const closed = await queryOne<{ isDone: boolean }>(
    tx,
    sql`select close_reviewed_purchase(${sessionHash}, ${idOf(item)}, ${outcome}) as "isDone"`,
  )
  if (!closed?.isDone) return undefined
  const what = outcome === 'paid' ? 'handed out' : 'refunded'
  return {
    message: `The purchase is marked as ${what}.`,
    history: {
      category: 'Account',
      entryType: 'Purchase',
      description: `Marked the accreditation purchase ${item.id} as ${what}`,
    },
  }
}

async function sayIfTaken(tx: Tx, { item }: Resolving): Promise<Done> {
  const event = await tx.one<{
    subject: string
    outcome: string | null
    problem: string | null
  }>(sql`
    select type || ' of ' || object_id as subject, outcome, problem from provider_event where id = ${item.id}`)
  if (!event) throw new Refusal(404, 'Not found.')
  if (event.outcome === null)
    throw new Refusal(
      409,
      `It could not be taken: ${event.problem} It is tried again every 10 minutes.`,
    )
  return {
    message: `${event.subject} was taken.`,
    history: {
      category: 'Account',
      entryType: 'Provider Event',
      description: `Had the event ${item.id} (${event.subject}) taken again: ${event.outcome}`,
    },
  }
}

async function setAside(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const event = await tx.one<{ subject: string }>(sql`
    update provider_event set outcome = 'set aside', event = null, next_try_at = null, problem = null
     where id = ${item.id} and outcome is null
 returning type || ' of ' || object_id as subject`)
  if (!event) return undefined
  return {
    message: `${event.subject} is set aside.`,
    history: {
      category: 'Account',
      entryType: 'Provider Event',
      description: `Set the event ${item.id} (${event.subject}) aside`,
    },
  }
}

const isRefused = sql`sent_at is null and tries >= 20 and given_up_at is null`

async function sendAgain(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const mail = await tx.one<{ subject: string; recipient: string }>(sql`
    update mail set tries = 0, next_try_at = now()
     where account_id = ${accountOf(item)} and id = ${idOf(item)} and ${isRefused}
 returning subject, recipient`)
  if (!mail) return undefined
  return {
    message: `The email to ${mail.recipient} is sent again.`,
    history: {
      category: 'Account',
      entryType: 'Email',
      description: `Sent the email "${mail.subject}" to ${mail.recipient} again, which was refused`,
    },
  }
}

async function giveUp(tx: Tx, { item }: Resolving): Promise<Done | undefined> {
  const mail = await tx.one<{ subject: string; recipient: string }>(sql`
    update mail set given_up_at = now()
     where account_id = ${accountOf(item)} and id = ${idOf(item)} and ${isRefused}
 returning subject, recipient`)
  if (!mail) return undefined
  return {
    message: `The email to ${mail.recipient} is not sent any more.`,
    history: {
      category: 'Account',
      entryType: 'Email',
      description: `Gave up the email "${mail.subject}" to ${mail.recipient}, which was refused`,
    },
  }
}

async function noteImport(tx: Tx, { item, sessionHash }: Resolving): Promise<Done | undefined> {
  const noted = await queryOne<{ isDone: boolean }>(
    tx,
    sql`select note_rejected_import(${sessionHash}, ${idOf(item)}) as "isDone"`,
  )
  if (!noted?.isDone) return undefined
  return {
    message: 'The import is marked as handled.',
    history: {
      category: 'Account',
      entryType: 'Import',
      description: `Marked the rejected import ${item.id} as handled`,
    },
  }
}

async function collect(tx: Tx, { item, authorIn }: Resolving): Promise<Done | undefined> {
  const accountId = companyOf(item)
  const back = await tx.one<{ invoiceNumber: string; canAct: boolean }>(sql`
    select p.invoice_number as "invoiceNumber",
           m.went_back_at >= greatest(i.collect_at, i.person_collects_at, '-infinity') as "canAct"
      from (select payment_id, went_back_at from payment_refund
             where account_id = ${accountId} and id = ${item.id} and state = 'succeeded'
             union all
            select payment_id, went_back_at from payment_dispute
             where account_id = ${accountId} and id = ${item.id} and state = 'lost') m
      join payment_attempt p on p.account_id = ${accountId} and p.id = m.payment_id
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id`)
  if (!back?.canAct) return undefined
  const { invoiceNumber } = back
  const result = await collectInvoice(tx, { invoiceNumber, accountId, authorIn })
  if ('problem' in result) throw new Refusal(409, result.problem)
  return {
    message: `AutoPay and payments of several invoices include invoice ${invoiceNumber} again.`,
  }
}
