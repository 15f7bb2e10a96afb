import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freeBlock } from '../e2e/portal/free-ports.ts'
import { launchPortal } from '../e2e/portal/launch-portal.ts'

async function startDevelopment() {
  const port = await freeBlock(7)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const launched = await launchPortal({ port, dataDir, entry: 'tools/dev.ts' })
  onTestFinished(async () => void (await launched.stop()))
  return { ...launched, origin: `http://localhost:${port}` }
}

test('page and calls have one address, a change restarts the server, and everything stops', async () => {
  const { stop, origin, output } = await startDevelopment()
  const page = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } })).text()
  // A page whose address starts like a call, and an address that is not a page.
  for (const path of ['/', '/license/review', '/nothing-here'])
    expect(await page(path), path).toMatch(/id="portal-config">\s*\{"apiBase":"\/api"/)
  const ready = async () => (await fetch(`${origin}/health/ready`)).json()
  expect(await ready()).toEqual({ status: 'ready', mode: 'development' })

  const starts = () => output().match(/Server started/g)?.length
  expect(starts()).toBe(1)
  const change = join(import.meta.portalRoot, 'apps/server/migrations/.changed-by-a-test')
  onTestFinished(() => rmSync(change, { force: true }))
  writeFileSync(change, '')
  await vi.waitFor(() => expect(starts()).toBe(2), 30_000)
  expect(await ready()).toEqual({ status: 'ready', mode: 'development' })

  expect(await stop()).toBe(0)
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
}, 180_000)
