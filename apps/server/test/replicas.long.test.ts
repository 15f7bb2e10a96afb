import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newSecret, startReceiver } from '../src/integration/events-fixture.ts'
import { withNewKey } from './api-keys.ts'
import { books, charges, givenPayer } from './payments.ts'
import type { Browser } from './portal.ts'
import { testPortal } from './test-portal.ts'
import { startReplica, type Replica } from './start-dying-server.ts'

const portal = testPortal()

/** The load balancer in front of the replicas: sends requests to those that report ready. */
function balancer(replicas: Set<Replica>) {
  const ready = new Set<number>()
  const stopped = new AbortController()
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      for (const { port } of replicas) {
        const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => undefined)
        if (answer?.ok) ready.add(port)
        else ready.delete(port)
      }
      await sleep(80)
    }
  })()
  let turn = 0
  return {
    stop: () => (stopped.abort(), watching),
    /** Pays like a browser: with the same key until there is a response. */
    pay: async (who: Browser, invoiceId: string): Promise<number> => {
      const headers = { ...who.headers, 'idempotency-key': randomUUID() }
      for (let tries = 0; tries < 40; tries += 1) {
        const ports = [...ready]
        const port = ports[turn++ % ports.length]
        const url = `http://localhost:${port}/api/invoice/${invoiceId}/payment`
        const answer =
          port && (await fetch(url, { method: 'POST', headers }).catch(() => undefined))
        if (answer && answer.status !== 503) return answer.status
        await sleep(50)
      }
      return 0
    },
  }
}

/** Sends records for the real worker to a real web server. */
async function sendRecords(webs: Set<Replica>): Promise<unknown> {
  const { headers } = await withNewKey(portal, 'records:write')
  const [web] = webs
  const answer = await fetch(`http://localhost:${web!.port}/api/integration/records?wait=15`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({ record: 'company', accountId: 'SENT', name: 'Sent' }),
  })
  return answer.json()
}

test('two web servers and two workers are restarted one by one while people pay: nothing fails, is doubled or lost', async () => {
  const secret = newSecret()
  const receiver = await startReceiver(secret)
  const env = {
    DRAIN_SECONDS: '0.5',
    EVENTS_URL: receiver.url,
    EVENTS_SECRETS: secret,
    EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const webs = new Set(await Promise.all([1, 2].map(() => startReplica(portal, 'web', env))))
  const workers = new Set(await Promise.all([1, 2].map(() => startReplica(portal, 'worker', env))))
  const front = balancer(webs)
  const companies = ['R1', 'R2', 'R3']
  const payers = await Promise.all(companies.map((accountId) => givenPayer(portal, accountId)))
  const statuses: number[] = []
  const restarted = new AbortController()
  onTestFinished(async () => {
    restarted.abort()
    await front.stop()
    await Promise.all([...webs, ...workers].map((replica) => replica.stop()))
  })
  const paying = companies.map(async (accountId, nth) => {
    // Several at least, and until the last restart is finished.
    for (let at = 0; at < 6 || !restarted.signal.aborted; at += 1) {
      const invoice = await portal.given.invoice(accountId, `${accountId}-${at}`)
      statuses.push(await front.pay(payers[nth]!, invoice))
      await sleep(300)
    }
  })
  const replace = async (group: Set<Replica>, replica: Replica) => {
    group.add(await startReplica(portal, group === webs ? 'web' : 'worker', env))
    const end = await replica.stop()
    group.delete(replica)
    return end
  }
  const first = { webs: Array.from(webs), workers: Array.from(workers) }
  const ends: (number | null)[] = []
  for (const nth of [0, 1])
    ends.push(
      ...(await Promise.all([
        replace(webs, first.webs[nth]!),
        replace(workers, first.workers[nth]!),
      ])),
    )
  restarted.abort()
  expect(await sendRecords(webs)).toMatchObject({
    state: 'loaded',
    kinds: { company: { inserted: 1 } },
  })
  await Promise.all(paying)
  expect(ends).toEqual([0, 0, 0, 0])
  expect(new Set(statuses)).toEqual(new Set([200]))

  const paid = new Map<string, number>()
  for (const { metadata } of await charges(portal))
    paid.set(metadata['invoice']!, (paid.get(metadata['invoice']!) ?? 0) + 1)
  expect(new Set(paid.values())).toEqual(new Set([1]))
  for (const accountId of companies) {
    const { states, receivableCents, clearingCents } = await books(portal, accountId)
    expect(new Set(states)).toEqual(new Set(['succeeded']))
    expect([receivableCents, clearingCents]).toEqual([
      -10_000 * states.length,
      10_000 * states.length,
    ])
  }
  const told = () =>
    new Set(
      receiver.received.flatMap(({ event }) =>
        'paymentId' in event.data ? event.data.paymentId : [],
      ),
    )
  await vi.waitFor(() => expect(told().size).toBe(statuses.length), 10_000)
}, 240_000)

test('a stopping server first reports that it is not ready, and still responds', async () => {
  const web = await startReplica(portal, 'web', { DRAIN_SECONDS: '3' })
  const ask = (path: string) => fetch(`http://localhost:${web.port}${path}`)
  expect((await ask('/health/ready')).status).toBe(200)
  const ended = web.stop()
  await vi.waitFor(async () => expect((await ask('/health/ready')).status).toBe(503), 2500)
  expect(await (await ask('/health/ready')).json()).toMatchObject({ status: 'stopping' })
  expect((await ask('/api/is-authenticated')).status).toBe(200)
  expect(await ended).toBe(0)
})
