import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { inject } from 'vitest'
import type { Checkpoint } from '../src/deps.ts'
import type { Browser, TestPortal } from './portal.ts'

export interface DyingServer {
  /** Sends like a browser; returns nothing if the server dies before it responds. */
  post(who: Browser, path: string, headers?: Record<string, string>): Promise<Response | undefined>
  died: Promise<unknown>
  process: ChildProcess
}

export interface Replica {
  process: ChildProcess
  port: number
  /** Stops it, and returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts a web server or worker as in production, next to the portal and on its database. */
export async function startReplica(
  portal: TestPortal,
  kind: 'web' | 'worker',
  env: Record<string, string> = {},
): Promise<Replica> {
  const port = await portal.freePort()
  const child = fork(inject(kind === 'web' ? 'dyingServerBundle' : 'workerBundle'), {
    env: {
      ...process.env,
      ...portal.env,
      PORT: String(port),
      DIE_AT: 'never',
      NODE_ENV: 'test',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    once(child, 'message'),
    died.then(() => Promise.reject(new Error(`the ${kind} did not start`))),
  ])
  return {
    process: child,
    port,
    stop: async () => {
      child.kill('SIGTERM')
      return (await died)[0]
    },
  }
}

/** Starts another replica of the portal, on the same database, that dies at a step of a payment. */
export async function startDyingServer(
  portal: TestPortal,
  dieAt: Checkpoint | 'never',
): Promise<DyingServer> {
  const port = await portal.freePort()
  const child = fork(inject('dyingServerBundle'), {
    env: { ...process.env, ...portal.env, PORT: String(port), DIE_AT: dieAt, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    died.then(() => Promise.reject(new Error('did not start'))),
  ])
  return {
    process: child,
    died,
    post: (who, path, headers = {}) =>
      fetch(`http://localhost:${port}${path}`, {
        method: 'POST',
        headers: { ...who.headers, ...headers },
      }).catch(() => undefined),
  }
}
