import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

type Ready = {
  ready: true
  identityPort: number
  cardsPort: number
  mailPort: number
  smtpPort: number
}

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-sandbox-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

function environment(more: Record<string, string> = {}) {
  return {
    ...process.env,
    NODE_ENV: 'test',
    PORTAL_DATA_DIR: dataDir,
    IDENTITY_PORT: '0',
    CARDS_PORT: '0',
    MAIL_PORT: '0',
    SMTP_PORT: '0',
    ...more,
  }
}

async function startAsChild() {
  const child = fork(inject('sandboxBundle'), { env: environment(), silent: true })
  children.push(child)
  const [ready] = (await once(child, 'message')) as [Ready]
  return { child, ready }
}

const endOf = async (child: ChildProcess) => (await once(child, 'exit')) as [number | null, string]

test('it reports when everything listens, and where', async () => {
  const { ready } = await startAsChild()
  const { identityPort, cardsPort, mailPort } = ready
  const discovery = `http://localhost:${identityPort}/.well-known/openid-configuration`
  expect(await (await fetch(discovery)).json()).toMatchObject({
    issuer: `http://localhost:${identityPort}`,
  })
  expect(await (await fetch(`http://localhost:${mailPort}/messages`)).json()).toEqual([])
  expect((await fetch(`http://localhost:${cardsPort}/v1/account`)).status).toBe(401)
})

test('it ends when its parent process has ended', async () => {
  const { child } = await startAsChild()
  child.disconnect()
  expect((await endOf(child))[0]).toBe(0)

  const piped = spawn('node', [inject('sandboxBundle')], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(piped)
  await once(piped.stdout, 'data')
  piped.stdin.end()
  expect((await endOf(piped))[0]).toBe(0)
})
