import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freeBlock } from '../e2e/portal/free-ports.ts'

/** Starts `npm run dev` on ports and data of its own. */
async function startDevelopment() {
  const port = await freeBlock(7)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'))
  const launcher = spawn(process.execPath, ['tools/run.mjs', 'tools/dev.ts'], {
    cwd: import.meta.portalRoot,
    env: { ...process.env, NODE_ENV: undefined, PORT: String(port), PORTAL_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.on('data', (data: Buffer) => (said += data.toString()))
  onTestFinished(async () => {
    await end(launcher)
    rmSync(dataDir, { recursive: true, force: true })
  })
  await vi.waitFor(() => expect(said).toContain('Portal ready at'), 90_000)
  return { launcher, origin: `http://localhost:${port}`, said: () => said }
}

async function end(launcher: ChildProcess): Promise<unknown> {
  if (launcher.exitCode !== null) return launcher.exitCode
  const ended = once(launcher, 'exit')
  launcher.kill('SIGTERM')
  return (await ended)[0]
}

test('the page and the calls come from one address, a change restarts the server, and all of it stops', async () => {
  const { launcher, origin, said } = await startDevelopment()
  const page = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } })).text()
  // A page whose address begins like a call, and an address that is no page.
  for (const path of ['/', '/license/review', '/nothing-here'])
    expect(await page(path), path).toContain(`id="portal-config">{"apiBase":"/api"`)
  const ready = async () => (await fetch(`${origin}/health/ready`)).json()
  expect(await ready()).toEqual({ status: 'ready', mode: 'development' })

  const starts = () => said().match(/Server started/g)?.length
  expect(starts()).toBe(1)
  const change = join(import.meta.portalRoot, 'apps/server/migrations/.changed-by-a-test')
  onTestFinished(() => rmSync(change, { force: true }))
  writeFileSync(change, '')
  await vi.waitFor(() => expect(starts()).toBe(2), 30_000)
  expect(await ready()).toEqual({ status: 'ready', mode: 'development' })

  expect(await end(launcher)).toBe(0)
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
}, 180_000)
