import type { Browser } from '../portal.ts'
import { Ledger, type PaidThere, type Sent } from './ledger.ts'
import type { Sequence } from './steps.ts'

/** What may decide how much an invoice owes, at one moment. */
export interface Moment {
  sent: readonly Sent[]
  /** What was left of each payment that had succeeded, by attempt. */
  nets: ReadonlyMap<string, number>
}

export interface Back {
  id: string
  kind: 'refund' | 'dispute'
  cents: number
  status: string
  /** The provider's seconds. */
  created: number
}

/** An intent at the provider, in the order of creation. */
export interface Payment {
  id: string
  intentId: string
  invoice: number
  cents: number
  status: string
  charge: string | undefined
  back: Back[]
  /** Around the step that created it. */
  moments: readonly [Moment, Moment]
  /** It was unconfirmed at the end of that step, so that nothing may confirm it any more. */
  isAbandoned: boolean
}

/** A company of its own for each sequence, and what the model knows of it. */
export interface Company {
  accountId: string
  sequence: Sequence
  payer: Browser
  /** At the provider. */
  customer: string
  /** Ids and numbers of its two invoices. */
  ids: string[]
  numbers: string[]
  ledger: Ledger
  /** The newest truthful records, in the order of the invoices. */
  sent: Sent[]
  /** All records that were sent, for old files. */
  files: object[][]
  /** What a person has named, until a record with another amount or balance. */
  resolved: (ReadonlyMap<string, number> | undefined)[]
  collectAt: (Date | undefined)[]
  payments: Map<string, Payment>
  cards: Map<string, string>
  batches: Set<string>
  /** Refunds and disputes whose webhooks have come, with their status then. */
  noticed: Set<string>
  /** The books changed before the look of the step's payment: what is owed afterwards counts. */
  isAskedAgain: boolean
  /**
   * A reconciler has taken a payment from a process that was alive. An intent that this one created afterwards is never
   * confirmed, and the next look cancels it.
   */
  isTakenOver: boolean
  /** A batch was still running when its step ended. */
  isBusy: boolean
  /** How many extracts the books have made. */
  extracts: number
  taken: Set<string>
  trail: string[]
  harms: string[]
}

export const isNamed = ({ sequence }: Company) => sequence.books !== 'unnamed'

export function netOf({ status, cents, back }: Payment): number {
  if (status !== 'succeeded') return 0
  const isGone = (one: Back) =>
    one.kind === 'refund' ? one.status === 'succeeded' : one.status === 'lost'
  return back.filter(isGone).reduce((left, one) => left - one.cents, cents)
}

export const succeeded = ({ payments }: Company) =>
  [...payments.values()].filter(({ status }) => status === 'succeeded')

/** As a truthful clerk sees them. */
export const paidThere = (company: Company): PaidThere[] =>
  succeeded(company).map((one) => ({
    id: one.id,
    invoice: one.invoice,
    amount: one.cents,
    net: Math.max(0, netOf(one)),
  }))

export const momentOf = (company: Company): Moment => ({
  sent: [...company.sent],
  nets: new Map(succeeded(company).map((one) => [one.id, netOf(one)])),
})

/**
 * What an invoice truly owes by the newest truthful records: its balance, less what was paid of it and no record
 * contains. `netAt` is what counts of a payment.
 */
export function trulyOwed(
  sent: readonly Sent[],
  invoice: number,
  paid: readonly { id: string; net: number }[],
): number {
  return paid.reduce((left, { id, net }) => {
    const contained = sent.reduce((sum, one) => sum + (one.contained.get(id) ?? 0), 0)
    return left - (net - contained)
  }, sent[invoice]!.balance)
}

export function harm(company: Company, what: string): void {
  if (!company.harms.includes(what)) company.harms.push(what)
}

const isGone = ({ kind, status }: Back) =>
  kind === 'refund' ? status === 'succeeded' : status !== 'won'

export const noticeOf = ({ id, status }: Back) => `${id} ${status}`

/** Money of an invoice went back or is disputed, the portal has been told so, and no one has asked for it again. */
export function isLeftOut({ payments, noticed, collectAt }: Company, nth: number): boolean {
  const askedAt = collectAt[nth]
  return [...payments.values()].some(
    ({ invoice, back }) =>
      invoice === nth &&
      back.some(
        (one) =>
          isGone(one) &&
          noticed.has(noticeOf(one)) &&
          (!askedAt || (one.kind === 'refund' && one.created * 1000 >= askedAt.getTime())),
      ),
  )
}
