import type { EventRecord } from '../state/records.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createTimers } from '../timers.ts'
import { signPayload } from './signature.ts'

/** The deliberate faults of deliveries. */
export type WebhookFaults = {
  /** How often each event is sent; 2 sends every event twice. */
  duplicate: number
  delayMs: number
  /** Sends simultaneous events in reverse order. */
  reorder: boolean
  /** The delays before each new try, after an answer that is not 2xx. */
  retry: number[]
  /** How many of the next deliveries are dropped; true drops all. */
  drop: number | boolean
  /** The event types to which `duplicate` and `drop` apply; empty means all. */
  types: string[]
  /** Sends events before the answer to the call that caused them. */
  early: boolean
}

export const orderlyWebhooks: WebhookFaults = {
  duplicate: 1,
  delayMs: 10,
  reorder: false,
  retry: [250, 500, 1000, 2000, 5000, 15_000, 60_000],
  drop: 0,
  types: [],
  early: false,
}

/** How long an answer waits for the receivers of early events. */
const longestEarlyMs = 5000

type Webhook = { url: string; secret: string }

export function createDeliveries(now: () => number, webhook: Webhook | undefined) {
  let faults = { ...orderlyWebhooks }
  let waiting: EventRecord[] = []
  const { later, clear } = createTimers()
  let stopped = new AbortController()

  function sendWaiting() {
    const batch = faults.reorder ? waiting.reverse() : waiting
    const { signal } = stopped
    waiting = []
    // Sent one after the other, so that they arrive in this order.
    return batch.reduce(
      (before, event) => before.then(() => attempt(event, signal)),
      Promise.resolve(),
    )
  }

  async function attempt(event: EventRecord, signal: AbortSignal, tries = 0) {
    if (!webhook || signal.aborted || (await post(event, webhook, now(), signal))) return
    const wait = faults.retry[tries]
    if (wait !== undefined && !signal.aborted)
      later(wait, () => void attempt(event, signal, tries + 1))
  }

  function isDropped() {
    if (typeof faults.drop === 'boolean') return faults.drop
    if (faults.drop <= 0) return false
    faults.drop -= 1
    return true
  }

  return {
    faults: () => faults,
    change(changes: Partial<WebhookFaults>) {
      faults = { ...faults, ...changes }
      return faults
    },
    enqueue(event: EventRecord) {
      const isMeant = faults.types.length === 0 || faults.types.includes(event.type)
      if (isMeant && isDropped()) return
      if (waiting.length === 0) later(faults.delayMs, () => void sendWaiting())
      const copies = isMeant ? faults.duplicate : 1
      for (let copy = 0; copy < copies; copy += 1) waiting.push(event)
    },
    /** Called before each answer. It waits for a limited time only, because the receiver may itself wait for the answer. */
    async sendEarly() {
      if (faults.early && waiting.length > 0)
        await Promise.race([sendWaiting(), pause(longestEarlyMs)])
    },
    redeliver: (event: EventRecord) => attempt(event, stopped.signal),
    /** Drops waiting and running deliveries; deliveries that are added afterwards are sent. */
    stop() {
      stopped.abort()
      stopped = new AbortController()
      clear()
      waiting = []
    },
  }
}

async function post(
  event: EventRecord,
  { url, secret }: Webhook,
  second: number,
  stopped: AbortSignal,
) {
  const payload = JSON.stringify(event, null, 2)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(10_000)]),
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signPayload(payload, secret, second),
      },
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
