import {
  harm,
  isLeftOut,
  momentOf,
  type Back,
  type Company,
  type Moment,
  type Payment,
} from './company.ts'
import type { World } from './world.ts'

interface ListedIntent {
  id: string
  amount: number
  status: string
  latest_charge: string | null
  metadata: { attempt?: string; invoice?: string }
}
interface ListedBack {
  id: string
  amount: number
  status: string
  created: number
}

/**
 * Reads the outcome of the company's payments since the last call from the provider's own lists.
 * `before` is the moment before the step that may have created new ones; `isAutomatic`: the step
 * pays several invoices.
 */
export async function readProvider(
  { portal }: World,
  company: Company,
  before: Moment,
  isAutomatic = false,
  leftOut = [0, 1].map((nth) => isLeftOut(company, nth)),
): Promise<void> {
  const { provider } = portal.sandbox
  const list = async <T>(what: string) => (await provider<{ data: T[] }>(`/${what}&limit=100`)).data
  const after = momentOf(company)
  const listed = await list<ListedIntent>(`payment_intents?customer=${company.customer}`)
  for (const intent of listed.reverse()) {
    const id = intent.metadata.attempt ?? intent.id
    const known = company.payments.get(id)
    if (known && known.intentId !== intent.id) harm(company, 'two intents name one attempt')
    const payment: Payment = known ?? {
      id,
      intentId: intent.id,
      invoice: company.numbers.indexOf(intent.metadata.invoice ?? ''),
      cents: intent.amount,
      status: intent.status,
      charge: undefined,
      back: [],
      // A batch that still runs on a slow machine may have charged before the change of this step.
      moments: company.isAskedAgain && !company.isBusy ? [after, after] : [before, after],
      isAbandoned: intent.status === 'requires_confirmation' && !company.isBusy,
    }
    if (!known && isAutomatic && intent.status === 'succeeded' && leftOut[payment.invoice])
      harm(company, 'an invoice whose money went back was charged without a person')
    company.payments.set(id, payment)
    if (payment.isAbandoned && !['requires_confirmation', 'canceled'].includes(intent.status))
      harm(company, `an abandoned intent became ${intent.status}`)
    if (payment.status === 'succeeded' && intent.status !== 'succeeded')
      harm(company, 'a payment that succeeded no longer has')
    payment.status = intent.status
    payment.charge = intent.latest_charge ?? undefined
    if (intent.status === 'succeeded') payment.back = await backOf(list, intent.id)
  }
  company.isAskedAgain = false
}

async function backOf(list: <T>(what: string) => Promise<T[]>, intent: string): Promise<Back[]> {
  const [refunds, disputes] = await Promise.all([
    list<ListedBack>(`refunds?payment_intent=${intent}`),
    list<ListedBack>(`disputes?payment_intent=${intent}`),
  ])
  const each = (kind: Back['kind'], some: ListedBack[]) =>
    some.map(({ amount, ...one }) => ({ ...one, kind, cents: amount }))
  return [...each('refund', refunds), ...each('dispute', disputes)]
}
