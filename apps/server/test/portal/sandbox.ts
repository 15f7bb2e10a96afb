import { inject } from 'vitest'
import { forkReady } from '../processes/fork-ready.ts'

export interface TestSandbox {
  identityOrigin: string
  cardsOrigin: string
  mailOrigin: string
  smtpUrl: string
  /** Calls the card provider's control interface, e.g. `/faults`. */
  control(path: string, body: object): Promise<unknown>
  /** Calls the card provider itself, as its dashboard would. */
  provider<T>(path: string): Promise<T>
  /** Deletes all data and faults. */
  reset(): Promise<void>
}

interface Ready {
  ready: true
  identityPort: number
  cardsPort: number
  mailPort: number
  smtpPort: number
}

/** The address of the portal that this process's sandbox serves; it is part of what the sandbox signs and calls. */
interface ServedPortal {
  port: number
  origin: string
  webhookSecret: string
}

let started: Promise<TestSandbox & { serves: ServedPortal }> | undefined

/**
 * The external systems, started once per test process. Test files run one after another in a
 * process, so each portal takes them over empty: without customers, charges, mails or faults of the
 * previous file.
 */
export async function takeSandbox(freePort: () => Promise<number>) {
  const isFresh = !started
  started ??= freePort().then(startSandbox)
  const sandbox = await started
  if (!isFresh) await sandbox.reset()
  return sandbox
}

async function startSandbox(port: number) {
  const serves = { port, origin: `http://localhost:${port}`, webhookSecret: 'whsec_for_tests' }
  const { child, message } = await forkReady(
    inject('sandboxBundle'),
    {
      ...process.env,
      NODE_ENV: 'test',
      CARDS_STATE: 'memory',
      PORTAL_ORIGIN: serves.origin,
      PORTAL_DATA_DIR: inject('scratchFolder'),
      CARDS_WEBHOOK_URL: `${serves.origin}/api/payment/provider-events`,
      CARDS_WEBHOOK_SECRET: serves.webhookSecret,
      IDENTITY_PORT: '0',
      CARDS_PORT: '0',
      MAIL_PORT: '0',
      SMTP_PORT: '0',
    },
    'sandbox',
  )
  const ports = message as Ready
  // The sandbox ends when the channel to this process closes, and must not keep this process alive.
  child.unref()
  child.channel?.unref()
  const cardsOrigin = `http://127.0.0.1:${ports.cardsPort}`
  const mailOrigin = `http://127.0.0.1:${ports.mailPort}`
  const control = (path: string, body: object) => post(`${cardsOrigin}/_sandbox${path}`, body)
  return {
    serves,
    identityOrigin: `http://localhost:${ports.identityPort}`,
    cardsOrigin,
    mailOrigin,
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    control,
    provider: async <T>(path: string) => {
      const answer = await fetch(`${cardsOrigin}/v1${path}`, {
        headers: { authorization: 'Bearer sk_test_dashboard' },
      })
      return (await answer.json()) as T
    },
    reset: async () => {
      await Promise.all([
        control('/reset', {}),
        post(`${mailOrigin}/_sandbox/faults`, { times: 0 }),
        fetch(`${mailOrigin}/messages`, { method: 'DELETE' }),
      ])
    },
  }
}

async function post(url: string, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
