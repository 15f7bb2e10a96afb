import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { packageFolder } from './package-folder.ts'
import { readSettings } from './settings.ts'

let children: ChildProcess[] = []

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

function start(more: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: 'test', CARDS_PORT: '0', CARDS_WEBHOOK_URL: '', ...more }
  const child = spawn('node', [join(packageFolder, 'start.mjs')], { env, stdio: 'pipe' })
  children.push(child)
  return child
}

test('started alone it prints its address, serves the API and its script, and ends with its parent', async () => {
  const child = start({})
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const [, origin = ''] = /^Card sandbox ready: (\S+),/.exec(String(line)) ?? []
  expect((await fetch(`${origin}/v1/balance`)).status).toBe(401)
  expect(await (await fetch(`${origin}/endive/stripe.js`)).text()).toContain('createToken')
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it does not start in production', async () => {
  const child = start({ NODE_ENV: 'production' })
  let complaint = ''
  child.stderr.on('data', (text) => (complaint += String(text)))
  expect(((await once(child, 'exit')) as [number])[0]).toBe(1)
  expect(complaint).toContain('never in production')
})

test('settings are read, and an invalid one is named', () => {
  expect(readSettings({})).toEqual({ port: 12_111, dataDir: undefined, webhook: undefined })
  const webhook = { url: 'http://localhost:3000/hook', secret: 'whsec_1' }
  const env = { CARDS_PORT: '0', CARDS_DATA_DIR: '/data', CARDS_WEBHOOK_URL: webhook.url }
  expect(readSettings({ ...env, CARDS_WEBHOOK_SECRET: webhook.secret })).toEqual({
    port: 0,
    dataDir: '/data',
    webhook,
  })
  expect(() => readSettings(env)).toThrow('given together')
  expect(() => readSettings({ CARDS_PORT: 'http' })).toThrow('CARDS_PORT must be a port')
})
