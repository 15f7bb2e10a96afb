import type { ChildProcess } from 'node:child_process'
import { inject } from 'vitest'
import type { Checkpoint } from '../../src/deps.ts'
import { forkReady } from './fork-ready.ts'
import type { Browser, TestPortal } from '../portal/portal.ts'

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
  const bundle = inject(kind === 'web' ? 'dyingServerBundle' : 'workerBundle')
  const { child, ended } = await forkReady(
    bundle,
    {
      ...process.env,
      ...portal.env,
      PORT: String(port),
      DIE_AT: 'never',
      NODE_ENV: 'test',
      ...env,
    },
    kind,
  )
  return {
    process: child,
    port,
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}

/** Starts another replica of the portal, on the same database, that dies at a step of a payment. */
export async function startDyingServer(
  portal: TestPortal,
  dieAt: Checkpoint | 'never',
): Promise<DyingServer> {
  const port = await portal.freePort()
  const { child, ended } = await forkReady(
    inject('dyingServerBundle'),
    { ...process.env, ...portal.env, PORT: String(port), DIE_AT: dieAt, NODE_ENV: 'test' },
    'dying server',
  )
  return {
    process: child,
    died: ended,
    post: (who, path, headers = {}) =>
      fetch(`http://localhost:${port}${path}`, {
        method: 'POST',
        headers: { ...who.headers, ...headers },
      }).catch(() => undefined),
  }
}
