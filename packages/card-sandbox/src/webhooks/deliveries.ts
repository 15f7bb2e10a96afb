import type { EndpointRecord, EventRecord } from '../state/records.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createTimers } from '../timers.ts'
import { signPayload } from './signature.ts'

/** How deliveries go wrong on purpose. */
export type WebhookFaults = {
  /** How often each event is sent; 2 sends everything twice. */
  duplicate: number
  delayMs: number
  /** Sends what came up together with the latest first. */
  reorder: boolean
  /** Waits before each new try after an answer that is not 2xx. */
  retry: number[]
  /** How many of the next deliveries never happen; true means all of them. */
  drop: number | boolean
  /** The types of event that `duplicate` and `drop` are for; all when there are none. */
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

export type Delivery = { event: EventRecord; endpoint: EndpointRecord }

export function createDeliveries(now: () => number) {
  let faults = { ...orderlyWebhooks }
  let waiting: Delivery[] = []
  const { later, clear } = createTimers()
  let stopped = new AbortController()

  function sendWaiting() {
    const batch = faults.reorder ? waiting.reverse() : waiting
    const { signal } = stopped
    waiting = []
    // One after the other, so that they also arrive in this order.
    return batch.reduce(
      (before, delivery) => before.then(() => attempt(delivery, signal)),
      Promise.resolve(),
    )
  }

  async function attempt(delivery: Delivery, signal: AbortSignal, tries = 0) {
    if (signal.aborted || (await post(delivery, now(), signal))) return
    const wait = faults.retry[tries]
    if (wait !== undefined && !signal.aborted)
      later(wait, () => void attempt(delivery, signal, tries + 1))
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
    enqueue(delivery: Delivery) {
      const isMeant = faults.types.length === 0 || faults.types.includes(delivery.event.type)
      if (isMeant && isDropped()) return
      if (waiting.length === 0) later(faults.delayMs, () => void sendWaiting())
      const copies = isMeant ? faults.duplicate : 1
      for (let copy = 0; copy < copies; copy += 1) waiting.push(delivery)
    },
    /** Called before each answer. A receiver that itself waits for the answer must not hold it up for ever. */
    async sendEarly() {
      if (faults.early && waiting.length > 0)
        await Promise.race([sendWaiting(), pause(longestEarlyMs)])
    },
    redeliver: (delivery: Delivery) => attempt(delivery, stopped.signal),
    /** Drops what is waiting or under way; what is enqueued afterwards is delivered. */
    stop() {
      stopped.abort()
      stopped = new AbortController()
      clear()
      waiting = []
    },
  }
}

async function post({ event, endpoint }: Delivery, second: number, stopped: AbortSignal) {
  const payload = JSON.stringify(event, null, 2)
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(10_000)]),
      body: payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signPayload(payload, endpoint.secret, second),
      },
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
