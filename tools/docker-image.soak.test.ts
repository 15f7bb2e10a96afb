import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestPortal } from '../apps/server/test/portal/portal.ts'
import { environmentOf, runDockerfile, type Image } from './docker-steps.ts'

/** Creates a folder outside of the project, because in any folder below it Node would find the project's packages. */
function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function programs(image: Image, settings: Record<string, string>) {
  const env = { ...environmentOf(image), ...settings }
  const options = { cwd: join(image.root, image.workdir), env }
  return {
    start: ([program, ...args]: string[]) => {
      expect(program).toBe('node')
      const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const ended = once(child, 'exit')
      const stop = async () => {
        child.kill('SIGTERM')
        expect((await ended)[0], output).toBe(0)
        expect(output).toMatch(/SIGTERM.*"Stopping"[^]*"Stopped"/)
      }
      return { stop, output: () => output, hasEnded: () => child.exitCode !== null }
    },
    portal: async (...args: string[]) => {
      const command = ['apps/server/dist/portal.js', ...args]
      return (await promisify(execFile)(process.execPath, command, options)).stdout
    },
  }
}

test('the steps of the Dockerfile build an image whose programs work', async () => {
  const image = await runDockerfile(import.meta.portalRoot, scratch())
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  const { given } = portal
  // The font of each script is a separate file.
  await given.company('A1', '東京証券 مصرف हिन्दी ธนาคาร')
  await given.user('ana@a1.test', 'A1', ['AccessInvoices'], ['Licenses'])
  await given.invoice('A1', 'INV-1')
  const ana = await portal.signIn('ana@a1.test')

  const port = await portal.freePort()
  const env = { ...portal.env, LOG_LEVEL: 'info', PORT: String(port) }
  const { start, portal: command } = programs(image, env)
  expect(await command('migrate')).toContain('No pending migrations.')
  expect(await command('import', '--format')).toContain('invoice')

  const origin = `http://localhost:${port}`
  const web = start(image.command)
  const worker = start(['node', '--enable-source-maps', 'apps/server/dist/main.worker.js'])
  const ready = () => fetch(`${origin}/health/ready`).then(({ status }) => status)
  await vi.waitFor(
    async () => {
      if (web.hasEnded()) throw new Error(web.output())
      expect(await ready()).toBe(200)
    },
    { timeout: 20_000, interval: 200 },
  )
  for (const path of ['/', '/api/docs']) {
    const page = await (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()
    const [, script = ''] = /src="(?:\.\/)?([\w./-]+\.js)"/.exec(page) ?? []
    expect((await fetch(new URL(script, origin + path))).status, script).toBe(200)
  }
  const pdf = await fetch(`${origin}/api/invoice/pdf/INV-1.pdf`, { headers: ana.headers })
  expect(pdf.status, web.output()).toBe(200)
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await vi.waitFor(
    async () => expect(await command('doctor').catch(reportOf)).toMatch(/^ok +workers: run/m),
    { timeout: 40_000, interval: 2000 },
  )
  expect(worker.output()).toContain('The worker is running')
  await worker.stop()
  await web.stop()
}, 600_000)

/** If a doctor finds a problem, it ends with 1; its report is still on standard output. */
const reportOf = (error: { stdout?: string }) => error.stdout ?? ''
