import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { requirePaidOnce } from './paid-once.ts'
import { givenPayer, useMeanwhile } from './people.ts'
import { startProduction } from './production.ts'

/** A disk of 400 MB until the test is finished; undefined where mounting is not permitted. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-small-disk-'))
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder]).status === 0
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  if (!isMounted) return undefined
  chmodSync(folder, 0o777)
  return folder
}

/** Uses up the remaining space. */
function fill(file: string): void {
  const opened = openSync(file, 'a')
  try {
    for (const size of [1 << 20, 1 << 12])
      try {
        for (;;) if (writeSync(opened, Buffer.alloc(size)) < size) break
      } catch {
        // No block of this size is free.
      }
  } finally {
    closeSync(opened)
  }
}

test('users lose and repeat no payment while the disk of the database is full', async ({
  skip,
}) => {
  const disk = smallDisk() ?? skip('Mounting a small disk is not permitted here.')
  const production = await startProduction({ parent: disk })
  const payers = await Promise.all(['F1', 'F2', 'F3'].map((id) => givenPayer(production, id, 400)))
  const stop = useMeanwhile(payers)
  await sleep(2000)
  const filler = join(disk, 'filler')
  const ready = async () => {
    const answers = await Promise.all([0, 1].map((nth) => production.isReady(nth)))
    return answers.every(Boolean)
  }
  const readyWhenFull = () => {
    fill(filler)
    return ready()
  }
  await expect.poll(readyWhenFull, { timeout: 60_000, interval: 500 }).toBe(false)
  const { out } = await production.run('npm run portal -- doctor')
  expect(out).toMatch(/^FAIL {2}.*(full|space|cannot write)/im)
  await sleep(10_000)
  rmSync(filler)
  await expect.poll(ready, { timeout: 60_000, interval: 250 }).toBe(true)
  await sleep(3000)
  const seen = await stop()
  console.log('while the disk was full', seen.statuses, seen.said)
  await requirePaidOnce(production, payers, seen)
  expect((await production.run('npm run portal -- doctor')).out).not.toMatch(/^FAIL/m)
}, 300_000)
