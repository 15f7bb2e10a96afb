import { startCharging, stopCharging } from '../../../src/payments/charge/charging-stop.ts'
import { harm, type Company } from './company.ts'
import { sendRecord } from './send-record.ts'
import type { Step } from './steps.ts'
import { deliver, work } from './work.ts'
import { places, type World } from './world.ts'

type Troubles = Pick<Extract<Step, { do: 'pay' }>, 'faults' | 'meanwhile'>
type Fault = Troubles['faults'][number]

const calls: Record<Fault['on'], { method: string; path: string }> = {
  create: { method: 'POST', path: '^/v1/payment_intents$' },
  list: { method: 'GET', path: '^/v1/payment_intents$' },
  confirm: { method: 'POST', path: '/confirm$' },
  retrieve: { method: 'GET', path: '^/v1/payment_intents/' },
  cancel: { method: 'POST', path: '/cancel$' },
}

/** Pays while the company's calls at the provider fail, and while something else happens at a step of the payment. */
export async function withTroubles(
  world: World,
  company: Company,
  { faults, meanwhile }: Troubles,
  paying: () => Promise<void>,
): Promise<void> {
  const { customer } = company
  for (const { on, kind, status, times } of faults)
    await world.portal.sandbox.control('/faults', {
      ...calls[on],
      kind,
      status,
      // The official client retries a broken connection once.
      times: kind.startsWith('reset') ? times * 2 : times,
      ms: 400,
      customer,
    })
  let isOver = !meanwhile
  await places.run(async (place) => {
    if (isOver || place !== meanwhile!.at) return
    isOver = true
    const { happens } = meanwhile!
    await happen(world, company, happens)
    company.isAskedAgain = happens === 'record' && (place === 'opened' || place === 'created')
  }, paying)
  // Ends a stop, even if another company's step caused it.
  if (meanwhile?.happens === 'stop') await startCharging(world.portal.system)
  if (faults.length > 0) await clearFaults(world, company)
}

export const clearFaults = async ({ portal }: World, { customer }: Company) =>
  void (await fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, {
    method: 'DELETE',
    body: JSON.stringify({ customer }),
  }))

async function happen(
  world: World,
  company: Company,
  what: NonNullable<Troubles['meanwhile']>['happens'],
): Promise<void> {
  switch (what) {
    case 'record':
      company.ledger.act('lower', 0, undefined)
      return sendRecord(world, company, 0, 'fresh')
    case 'reconcile':
      company.isTakenOver = true
      return work(world, company, 1)
    case 'events':
      return deliver(world, company, [])
    case 'secondTab':
      return pay(company, 0)
    case 'payAll':
      return payAll(company)
    case 'stop':
      await stopCharging(world.portal.system, 'model')
  }
}

interface Answer {
  id?: string
  status?: string
  message?: string
}

/** Presses Pay, and confirms a question about returned money. Returns the last response. */
export async function pay(company: Company, invoice: number): Promise<void> {
  const path = `/api/invoice/${company.ids[invoice]}/payment`
  let answer = await company.payer.post(path)
  if (answer.statusCode === 409 && answer.json<Answer>().message?.includes('pay it anyway')) {
    const shown = await company.payer.get(`/api/invoice/details/${company.numbers[invoice]}`)
    const { moneyBack } = shown.json<{ moneyBack?: { at: string } }>()
    if (moneyBack) answer = await company.payer.post(`${path}?payAgainAfter=${moneyBack.at}`)
  }
  expectAnswer(company, 'pay', answer.statusCode, answer.body)
  const { id, status } = answer.json<Answer>()
  if (answer.statusCode === 200 && status === 'succeeded' && id) company.taken.add(id)
  company.trail.push(`  -> ${answer.statusCode} ${status ?? answer.json<Answer>().message}`)
}

/** Presses Pay All. */
export async function payAll(company: Company): Promise<void> {
  const answer = await company.payer.post('/api/invoice/all-invoices/payment')
  expectAnswer(company, 'pay all', answer.statusCode, answer.body)
  const { id, status } = answer.json<Answer>()
  if (id) company.batches.add(id)
  if (status === 'running') company.isBusy = true
  company.trail.push(`  -> ${answer.statusCode} ${answer.body}`)
}

function expectAnswer(company: Company, what: string, status: number, body: string): void {
  if (![200, 202, 400, 402, 409, 503].includes(status))
    harm(company, `${what} was answered ${status}: ${body}`)
}
