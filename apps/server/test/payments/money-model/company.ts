import type { Browser } from '../../portal/portal.ts'
import { Ledger, type PaidThere, type Sent } from './ledger.ts'
import type { Sequence } from './steps.ts'

/** The facts that may decide how much an invoice owes, at one moment. */
export interface Moment {
  sent: readonly Sent[]
  /** The remaining amount of each successful payment, by attempt. */
  nets: ReadonlyMap<string, number>
}

export interface Back {
  id: string
  kind: 'refund' | 'dispute'
  cents: number
  status: string
  /** In seconds, by the provider's clock. */
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
  /** Before and after the step that created it. */
  moments: readonly [Moment, Moment]
  /** The intent was unconfirmed at the end of that step, so no process may confirm it later. */
  isAbandoned: boolean
}

/** A separate company for each sequence, and the model's knowledge of it. */
export interface Company {
  accountId: string
  sequence: Sequence
  payer: Browser
  /** The id at the provider. */
  customer: string
  /** Ids and numbers of its two invoices. */
  ids: string[]
  numbers: string[]
  ledger: Ledger
  /** The newest truthful records, in the order of the invoices. */
  sent: Sent[]
  /** All sent records, for old files. */
  files: object[][]
  /** The payments that a person named, until a record with another amount or balance. */
  resolved: (ReadonlyMap<string, number> | undefined)[]
  collectAt: (Date | undefined)[]
  payments: Map<string, Payment>
  cards: Map<string, string>
  batches: Set<string>
  /** Refunds and disputes whose webhooks arrived, with their status then. */
  noticed: Set<string>
  /** The books changed before the comparison of the step's payment: the amount owed afterwards counts. */
  isAskedAgain: boolean
  /**
   * A reconciler took a payment from a live process. An intent that this process created afterwards
   * is never confirmed, and the next comparison cancels it.
   */
  isTakenOver: boolean
  /** A batch was still running when its step ended. */
  isBusy: boolean
  /** The number of extracts created by the books. */
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

/** The payments as a truthful clerk sees them. */
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
 * Returns what an invoice truly owes by the newest truthful records: its balance, minus payments of
 * it that no record contains. `netAt` returns the part of a payment that counts.
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

/** Whether money of an invoice was returned or is disputed, to the portal's knowledge, and not requested again. */
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
