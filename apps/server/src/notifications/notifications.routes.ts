import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { notificationCalls } from '@portal/domain/notifications/notifications.calls'
import type { Deps } from '../deps.ts'
import { currentAccount } from '../session/current-account.ts'
import { withAccount } from '../platform/database/database.ts'
import { recordHistory } from '../platform/history/history.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { scopeOf, withScope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { choose, chooseAttachments, findChoices, findLinked } from './notifications.queries.ts'
import { answerRequest, findRequest } from './outside-addresses.ts'

/** The most links with an unknown key per network and minute; more could be guesses. */
const unknownPerMinute = 30

export const notificationRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // The body of a one-click request is always the same.
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
    const link = await ofToday(request.query)
    const found = await withAccount(deps.db, link.accountId, (tx) => findLinked(tx, link))
    return found ?? refuse(request, link)
  })

  serve(app, notificationCalls.chooseByLink, async (request) => {
    const { isOn, ...link } = await ofToday(request.query)
    const found = await withAccount(deps.db, link.accountId, async (tx) => {
      const linked = await findLinked(tx, link)
      if (linked) await choose(tx, link.accountId, linked.email, { kind: link.kind, isOn })
      return linked && { ...linked, isOn }
    })
    return found ?? refuse(request, link)
  })

  serve(app, notificationCalls.getRecipientRequest, async (request) => {
    const link = await ofToday(request.query)
    const found = await withAccount(deps.db, link.accountId, (tx) => findRequest(tx, link))
    return found ?? refuse(request, { kind: 'recipient' })
  })

  serve(app, notificationCalls.answerRecipientRequest, async (request) => {
    const link = await ofToday(request.query)
    const { accountId } = link
    const { isWanted } = request.body
    const found = await withAccount(deps.db, accountId, async (tx) => {
      const asked = await findRequest(tx, link)
      if (!asked) return undefined
      const hasChanged = await answerRequest(tx, accountId, asked.email, isWanted)
      const mailbox = {
        accountId,
        actorId: null,
        actorAccountId: null,
        actorName: asked.email,
        ipAddress: request.address,
      }
      if (hasChanged)
        await recordHistory(tx, mailbox, {
          category: 'Payment',
          entryType: isWanted ? 'Recipient Confirmed' : 'Recipient Refused',
          description: `${asked.email} ${isWanted ? 'confirmed' : 'refused'} the emails about payments`,
        })
      return findRequest(tx, link)
    })
    return found ?? refuse(request, { kind: 'recipient' })
  })

  /** A mail may be older than the merge of its company into another one, so the company's current id is looked up. */
  async function ofToday<Link extends { accountId: string }>(link: Link): Promise<Link> {
    return { ...link, accountId: await currentAccount(deps.db, link.accountId) }
  }

  async function refuse(request: FastifyRequest, { kind }: { kind: string }): Promise<never> {
    await limitRate(deps.db, 'unknown mail link', networkOf(request.address), unknownPerMinute)
    request.log.info({ kind }, 'a link of an email was refused')
    throw new Refusal(404, 'This link is not valid.')
  }
}
