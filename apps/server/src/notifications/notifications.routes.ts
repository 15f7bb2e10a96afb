import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { notificationCalls } from '@portal/domain/notifications/notifications.calls'
import type { MailLink } from '@portal/domain/notifications/notifications.schema'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database.ts'
import { networkOf } from '../platform/network-of.ts'
import { limitRate } from '../platform/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { scopeOf, withScope } from '../platform/scope.ts'
import { serve } from '../platform/serve.ts'
import { choose, chooseAttachments, findChoices, findLinked } from './notifications.queries.ts'

/** Links with an unknown key from one network; more could be guesses. */
const unknownPerMinute = 30

export const notificationRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // The body of a one-click request is the same for everyone.
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, _body, done) => done(null, null),
  )

  serve(app, notificationCalls.getMailChoices, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => findChoices(tx, scope))
  })

  serve(app, notificationCalls.chooseMails, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, async (tx) => {
      await choose(tx, scope.accountId, scope.actor.email, request.body)
      return findChoices(tx, scope)
    })
  })

  serve(app, notificationCalls.chooseAttachments, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, async (tx) => {
      const { attachesInvoices } = request.body
      await chooseAttachments(tx, scope.accountId, scope.actor.email, attachesInvoices)
      return findChoices(tx, scope)
    })
  })

  serve(app, notificationCalls.getLinkedChoice, async (request) => {
    const link = request.query
    const found = await withAccount(deps.db, link.accountId, (tx) => findLinked(tx, link))
    return found ?? refuse(request, link)
  })

  serve(app, notificationCalls.chooseByLink, async (request) => {
    const { isOn, ...link } = request.query
    const found = await withAccount(deps.db, link.accountId, async (tx) => {
      const linked = await findLinked(tx, link)
      if (linked) await choose(tx, link.accountId, linked.email, { kind: link.kind, isOn })
      return linked && { ...linked, isOn }
    })
    return found ?? refuse(request, link)
  })

  async function refuse(request: FastifyRequest, { kind }: MailLink): Promise<never> {
    await limitRate(deps.db, 'unknown mail link', networkOf(request.address), unknownPerMinute)
    request.log.info({ kind }, 'a link of an email was refused')
    throw new Refusal(404, 'This link is not valid.')
  }
}
