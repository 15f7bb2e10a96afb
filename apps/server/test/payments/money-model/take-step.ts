import { readProvider } from './read-provider.ts'
import { harm, momentOf, paidThere, succeeded, type Company } from './company.ts'
import { pay, payAll, withTroubles } from './pay.ts'
import { sendRecord } from './send-record.ts'
import type { Step } from './steps.ts'
import { deliver, pass, resolve, work } from './work.ts'
import type { World } from './world.ts'

/** Takes a step of a company, and then reads its outcome at the provider. */
export async function takeStep(world: World, company: Company, step: Step): Promise<void> {
  const before = momentOf(company)
  company.trail.push(describe(step))
  await act(world, company, step)
  await readProvider(world, company, before, step.do === 'payAll')
}

export const describe = ({ do: what, ...more }: Step) =>
  [what, ...Object.values(more).map((one) => JSON.stringify(one))].join(' ')

async function act(world: World, company: Company, step: Step): Promise<void> {
  switch (step.do) {
    case 'pay':
      return withTroubles(world, company, step, async () => {
        const tabs = Array.from({ length: step.tabs }, () => pay(company, step.invoice))
        await Promise.all(tabs)
      })
    case 'payAll':
      return withTroubles(world, company, step, () => payAll(company))
    case 'clerk': {
      const paid = paidThere(company)
      company.ledger.act(step.act, step.invoice, paid[step.nth % paid.length])
      if (step.record === 'none') return
      // A file contains both.
      const moved = step.act === 'move' ? [step.invoice, 1 - step.invoice] : [step.invoice]
      const how = step.record
      await Promise.all(moved.map((nth) => sendRecord(world, company, nth, how)))
      return
    }
    case 'send':
      return sendRecord(world, company, step.invoice, step.how)
    case 'collect':
      // Later than the provider's clock, which counts seconds.
      company.collectAt[step.invoice] = new Date(Math.ceil(world.now().getTime() / 1000) * 1000)
      await new Promise((done) => setTimeout(done, 1000))
      return sendRecord(world, company, step.invoice, 'fresh')
    case 'card':
      return changeCard(world, company, step.which)
    case 'events':
      return deliver(world, company, step.which)
    case 'worker':
      return work(world, company, step.workers)
    case 'time':
      return pass(world, company, step.minutes)
    case 'resolve':
      return resolve(world, company, step.invoice)
    case 'bankAnswers':
    case 'bankIsSlow':
    case 'bankDecides':
    case 'refund':
    case 'refundFails':
    case 'dispute':
    case 'disputeEnds':
      return atTheBank(world, company, step)
  }
}

type OfBank = Extract<
  Step,
  {
    do:
      | 'bankAnswers'
      | 'bankIsSlow'
      | 'bankDecides'
      | 'refund'
      | 'refundFails'
      | 'dispute'
      | 'disputeEnds'
  }
>

async function atTheBank(world: World, company: Company, step: OfBank): Promise<void> {
  const { control } = world.portal.sandbox
  // The provider refuses impossible requests.
  const tryTo = (path: string, body: object) => control(path, body).catch(() => undefined)
  const inState = (state: string) =>
    [...company.payments.values()].filter(({ status }) => status === state)
  const paid = succeeded(company)
  const backs = (kind: string) =>
    paid.flatMap(({ back }) => back.filter((one) => one.kind === kind))
  const pick = <T>(some: T[], nth: number): T | undefined => some[nth % some.length]
  switch (step.do) {
    case 'bankAnswers':
      for (const { id, intentId, invoice } of inState('requires_action')) {
        await tryTo('/three-d-secure', { intent: intentId, passed: step.passed })
        if (step.returns)
          await company.payer.post(`/api/invoice/${company.ids[invoice]}/payment?paymentId=${id}`)
      }
      return
    case 'bankIsSlow':
      await tryTo('/processing', {
        times: 1,
        isCancelable: step.isCancelable,
        customer: company.customer,
      })
      return
    case 'bankDecides':
      for (const { intentId } of inState('processing'))
        await tryTo(`/payment_intents/${intentId}`, { status: step.status })
      return
    case 'refund': {
      const chosen = pick(paid, step.nth)
      if (chosen) await refund(world, chosen.intentId, Math.round(chosen.cents * step.share))
      return
    }
    case 'refundFails': {
      const chosen = pick(backs('refund'), step.nth)
      if (chosen) await tryTo(`/refunds/${chosen.id}`, { status: 'failed' })
      return
    }
    case 'dispute': {
      const chosen = pick(paid, step.nth)
      if (chosen) await tryTo('/disputes', { charge: chosen.charge, amount: chosen.cents })
      return
    }
    case 'disputeEnds': {
      const chosen = pick(backs('dispute'), step.nth)
      if (chosen) await tryTo(`/disputes/${chosen.id}`, { status: step.status })
    }
  }
}

/** A refund in the provider's dashboard; refused if nothing is left. */
async function refund({ portal }: World, intent: string, cents: number): Promise<void> {
  await fetch(`${portal.sandbox.cardsOrigin}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_dashboard' },
    body: new URLSearchParams({ payment_intent: intent, amount: String(cents) }),
  })
}

/** Saves a card and makes it the default; `detached`: the provider removes the default card. */
export async function changeCard(
  { portal }: World,
  company: Company,
  which: Extract<Step, { do: 'card' }>['which'] | 'jcb',
): Promise<void> {
  const { payer, cards } = company
  if (which === 'detached') {
    const { rows } = await portal.system.query<{ id: string; card: string }>(
      'select provider_card_id as id, id as card from card where account_id = $1 and is_default',
      [company.accountId],
    )
    if (!rows[0]) return
    await fetch(`${portal.sandbox.cardsOrigin}/v1/payment_methods/${rows[0].id}/detach`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_dashboard' },
    })
    for (const [name, id] of cards) if (id === rows[0].card) cards.delete(name)
    return
  }
  const known = cards.get(which)
  if (known) {
    await payer.send('PUT', `/api/payment/card/default?cardId=${known}`)
    return
  }
  const save = (token: string) => payer.post(`/api/payment/card?stripeToken=${token}`)
  const first = await save(`pm_card_${which}`)
  const { clientSecret } = first.json<{ clientSecret?: string }>()
  const setup = clientSecret?.split('_secret_')[0]
  // The card may have been authenticated before: unlike for real cards, its test token stays the same.
  if (setup)
    await portal.sandbox.control('/three-d-secure', { intent: setup }).catch(() => undefined)
  const saved = setup ? await save(setup) : first
  if (saved.statusCode !== 200) return harm(company, `a card was not saved: ${saved.body}`)
  const { id } = saved.json<{ id: string }>()
  cards.set(which, id)
  await payer.send('PUT', `/api/payment/card/default?cardId=${id}`)
}
