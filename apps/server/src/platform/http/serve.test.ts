import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '@portal/domain/calls'
import type { Call } from '@portal/domain/kernel/call'
import { teamCalls } from '@portal/domain/team/team.calls'
import { requireDeclarations, serve } from './serve.ts'

function server(): FastifyInstance {
  const app = Fastify({ exposeHeadRoutes: false })
  onTestFinished(() => app.close())
  requireDeclarations(app)
  return app
}

const serveAll = (app: FastifyInstance, served: readonly Call[]) =>
  served.forEach((call) => serve(app, call, () => ({}) as never))

test('a server that serves every declared call starts', async () => {
  const app = server()
  serveAll(app, Object.values<Call>(calls))
  await expect(app.ready()).resolves.toBeDefined()
})

test('a route that is not declared stops the start, a file included', () => {
  expect(() => server().get('/api/report.pdf', () => 'x')).toThrow(
    'GET /api/report.pdf is not declared',
  )
})

test('a declared call that is not served stops the start', async () => {
  const app = server()
  serveAll(
    app,
    Object.values<Call>(calls).filter((call) => call !== teamCalls.listUsers),
  )
  await expect(app.ready()).rejects.toThrow('listUsers is declared and not served')
})

test('a call that is not in the list stops the start', () => {
  // A second call with the same name, or a call of a slice that is not in the list.
  expect(() => serve(server(), { ...teamCalls.listUsers }, () => ({}) as never)).toThrow(
    'GET /api/admin/users is not listed, or another call has its name',
  )
})

test.each(['summary', 'query', 'refuses', 'params'] as const)(
  'a declaration without its %s stops the start',
  (part) => {
    const { checkInvite } = teamCalls as Record<string, Call>
    const kept = checkInvite![part]
    onTestFinished(() => void Object.assign(checkInvite!, { [part]: kept }))
    Object.assign(checkInvite!, { [part]: undefined })
    expect(() => serve(server(), checkInvite!, () => ({}) as never)).toThrow(
      /^GET \/api\/invite\/check\/:inviteCode: .*(missing|no sentence|names inviteCode)/,
    )
  },
)
