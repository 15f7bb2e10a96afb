import type { Account } from './account.ts'
import { paymentActions } from './control-payments.ts'
import { faultKinds, type Fault, type Faults } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import { missing, refused } from './wire/api-error.ts'

export type Controlled = { account: Account; faults: Faults; requests: RequestLog }
type Wish = Record<string, unknown>
type Action = (controlled: Controlled, wish: Wish, id: string) => object | Promise<object>

const ok = { ok: true }

/** Actions for tests, which are impossible at the real provider. */
const actions: Record<string, Action> = {
  'GET /_sandbox/faults': ({ faults }) => faults.all(),
  'POST /_sandbox/faults': ({ faults }, wish) => {
    faults.add(readFault(wish))
    return faults.all()
  },
  'DELETE /_sandbox/faults': ({ faults }, { customer }) => {
    faults.clear(typeof customer === 'string' ? customer : undefined)
    return ok
  },
  'POST /_sandbox/release': ({ faults }) => ({ released: faults.release() }),
  'GET /_sandbox/webhooks': ({ account }) => account.deliveries.faults(),
  'POST /_sandbox/webhooks': ({ account }, wish) => account.deliveries.change(wish),
  'POST /_sandbox/clock': ({ account }, { skewSeconds = 0 }) => {
    account.settings.skewSeconds = Number(skewSeconds)
    return { now: account.now() }
  },
  'POST /_sandbox/latency': ({ account }, { ms = 0 }) => {
    account.settings.latencyMs = Number(ms)
    return { ms: account.settings.latencyMs }
  },
  'GET /_sandbox/requests': ({ requests }) => requests.all(),
  'DELETE /_sandbox/requests': ({ requests }) => {
    requests.clear()
    return ok
  },
  'POST /_sandbox/reset': ({ account, faults, requests }) => {
    account.reset()
    faults.clear()
    requests.clear()
    return ok
  },
  'POST /_sandbox/redeliver': async ({ account }, { id }) => {
    const event = account.events.get(String(id))
    if (!event) throw missing('event', String(id))
    await account.deliveries.redeliver(event)
    return ok
  },
  'POST /_sandbox/send-event': ({ account }, { type, object }) => {
    if (typeof type !== 'string' || typeof object !== 'object' || !object)
      throw refused('An event needs a type and an object.')
    return account.emit(type, object)
  },
}

export const controls = [...Object.keys(actions), ...Object.keys(paymentActions)]

export async function control(
  controlled: Controlled,
  method: string,
  path: string,
  body: string,
): Promise<object> {
  const [, , area = '', id = ''] = path.split('/')
  const name = `${method} /_sandbox/${area}${id ? '/:id' : ''}`
  const answer = await perform(controlled, name, readWish(body), id)
  controlled.account.commit()
  return answer
}

async function perform(controlled: Controlled, name: string, wish: Wish, id: string) {
  const action = actions[name]
  if (action) return action(controlled, wish, id)
  const paymentAction = paymentActions[name]
  if (!paymentAction) throw missing('sandbox control', name)
  return paymentAction(controlled.account, wish, id)
}

function readWish(body: string): Wish {
  try {
    return JSON.parse(body || '{}') as Wish
  } catch {
    throw refused('The body must be JSON.')
  }
}

function readFault({
  method,
  path,
  customer,
  kind,
  times = 1,
  ms = 1000,
  status = 500,
  isKept,
}: Wish): Fault {
  const known = faultKinds.find((one) => one === kind)
  if (!known) throw refused(`A fault's kind is one of ${faultKinds.join(', ')}.`)
  return {
    kind: known,
    times: Number(times),
    ms: Number(ms),
    status: Number(status),
    ...(typeof method === 'string' && { method }),
    ...(typeof path === 'string' && { path: new RegExp(path).source }),
    ...(typeof customer === 'string' && { customer }),
    ...(typeof isKept === 'boolean' && { isKept }),
  }
}
