import { newId } from './ids.ts'
import type { Journal } from './state/journal.ts'
import type { EventRecord } from './state/records.ts'
import { openStore } from './state/store.ts'
import { createTimers } from './timers.ts'
import { createDeliveries, orderlyWebhooks } from './webhooks/deliveries.ts'

export const apiVersion = '2026-10-28.endive'

export type Cause = { requestId: string; idempotencyKey: string | null }

/** The id is the same at every start, so that a database recognizes the account. */
export const accountId = 'acct_1PortalSandboxCards'

/** The settings that the control interface changes and a reset restores. */
const initialSettings = {
  skewSeconds: 0,
  /** The delay before every API call. */
  latencyMs: 0,
  /** How many of the next charges start as `processing`. */
  processingTimes: 0,
  /** Refunds keep their first status until a control call changes them. */
  keepsRefunds: false,
  /** The customer to which `processingTimes` applies; null for any customer. */
  processingCustomer: null as string | null,
  canCancelProcessing: false,
}

/** The only account, which all keys share: its records, its clock, and its events. */
export function openAccount(journal: Journal, webhook?: { url: string; secret: string }) {
  const settings = { ...initialSettings }
  const now = () => Math.floor(Date.now() / 1000) + settings.skewSeconds
  const store = openStore(journal, now)
  const deliveries = createDeliveries(now, webhook)
  const timers = createTimers()

  return {
    ...store,
    settings,
    later: timers.later,
    deliveries,
    /** Unix seconds, as everywhere in the API. */
    now,
    today: () => new Date(now() * 1000),
    emit(type: string, object: object, cause?: Cause, former?: object) {
      const event: EventRecord = store.events.put({
        id: newId('evt_1'),
        object: 'event',
        api_version: apiVersion,
        created: now(),
        data: { object: structuredClone(object), ...(former && { previous_attributes: former }) },
        livemode: false,
        pending_webhooks: webhook ? 1 : 0,
        request: {
          id: cause?.requestId ?? null,
          idempotency_key: cause?.idempotencyKey ?? null,
        },
        type,
      })
      deliveries.enqueue(event)
      return event
    },
    reset() {
      timers.clear()
      deliveries.stop()
      deliveries.change(orderlyWebhooks)
      Object.assign(settings, initialSettings)
      store.clear()
    },
    close() {
      timers.clear()
      deliveries.stop()
      store.close()
    },
  }
}

export type Account = ReturnType<typeof openAccount>
