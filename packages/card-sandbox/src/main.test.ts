import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listenOnLoopback } from './loopback.ts'
import { packageFolder } from './package-folder.ts'

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
  expect((await fetch(`${origin}/v1/charges`)).status).toBe(401)
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

test('a port in use is named with its setting, on both addresses of localhost', async () => {
  const server = await listenOnLoopback((_, response) => void response.end('here'), 0, 'X_PORT')
  for (const host of ['127.0.0.1', '[::1]'])
    expect(await (await fetch(`http://${host}:${server.port}/`)).text()).toBe('here')
  await expect(listenOnLoopback(() => {}, server.port, 'X_PORT')).rejects.toThrow(
    `Port ${server.port} is in use by another program. Set X_PORT`,
  )
  await server.close()
})
