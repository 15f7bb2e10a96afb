import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { limitBodies } from './body-deadline.ts'

async function startServer(): Promise<string> {
  const app = Fastify()
  limitBodies(app, 200)
  app.post('/usual', (request) => request.body)
  app.post('/long', { config: { longBody: true } }, (request) => request.body)
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send({}) }, () => '')
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Sends the first part of a body at once, and the rest after `ms`. */
async function sendSlowly(url: string, ms: number) {
  const headers = { 'content-type': 'application/json', 'content-length': '7' }
  const request = httpRequest(url, { method: 'POST', headers })
  request.on('error', () => {})
  request.write('{"a"')
  const timer = setTimeout(() => request.end(':1}'), ms)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  clearTimeout(timer)
  request.destroy()
  return { status: response.statusCode, body, connection: response.headers.connection }
}

test('a body that takes too long is cut off, except where slow bodies are allowed', async () => {
  const origin = await startServer()
  expect(await sendSlowly(`${origin}/usual`, 10)).toMatchObject({ status: 200, body: '{"a":1}' })
  expect(await sendSlowly(`${origin}/long`, 600)).toMatchObject({ status: 200, body: '{"a":1}' })
  const late = await sendSlowly(`${origin}/usual`, 5000)
  expect(late).toMatchObject({ status: 408, body: '{"message":"The request took too long."}' })
})

test('the rest of an unread body is not awaited', async () => {
  const origin = await startServer()
  expect(await sendSlowly(`${origin}/refused`, 5000)).toMatchObject({
    status: 401,
    connection: 'close',
  })
})
