import { fork } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'

export interface TestSandbox {
  identityOrigin: string
  cardsOrigin: string
  mailOrigin: string
  smtpUrl: string
  /** Sends to the card provider's control interface, e.g. `/faults`. */
  control(path: string, body: object): Promise<unknown>
  /** Asks the card provider itself, as its dashboard would. */
  provider<T>(path: string): Promise<T>
  stop(): Promise<void>
}

interface Ready {
  ready: true
  identityPort: number
  cardsPort: number
  mailPort: number
  smtpPort: number
}

/** The outside world in a process of its own, on free ports, remembering nothing. */
export async function startTestSandbox(options: {
  portalOrigin: string
  webhookSecret: string
}): Promise<TestSandbox> {
  const child = fork(inject('sandboxBundle'), {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CARDS_STATE: 'memory',
      PORTAL_ORIGIN: options.portalOrigin,
      PORTAL_DATA_DIR: inject('scratchFolder'),
      CARDS_WEBHOOK_URL: `${options.portalOrigin}/api/payment/provider-events`,
      CARDS_WEBHOOK_SECRET: options.webhookSecret,
      IDENTITY_PORT: '0',
      CARDS_PORT: '0',
      MAIL_PORT: '0',
      SMTP_PORT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [ports] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the sandbox did not start'))),
  ])) as [Ready]
  const cardsOrigin = `http://127.0.0.1:${ports.cardsPort}`
  return {
    identityOrigin: `http://localhost:${ports.identityPort}`,
    cardsOrigin,
    mailOrigin: `http://127.0.0.1:${ports.mailPort}`,
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    control: async (path, body) => {
      const answer = await fetch(`${cardsOrigin}/_sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    provider: async <T>(path: string) => {
      const answer = await fetch(`${cardsOrigin}/v1${path}`, {
        headers: { authorization: 'Bearer sk_test_dashboard' },
      })
      return (await answer.json()) as T
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
