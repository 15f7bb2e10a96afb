import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../platform/log/network-of.ts'
import { limitRate } from '../../platform/http/rate-limit.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { serve } from '../../platform/http/serve.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'
import { takeOrKeep, type TakeEvent } from './take-event.ts'

/** The most unsigned events of one network per minute; more could fill the logs. */
const refusedPerMinute = 30

export interface TakesEvents {
  take: TakeEvent
}

export const providerEventRoutes: FastifyPluginAsync<Deps & TakesEvents> = async (app, deps) => {
  // The signature covers the exact bytes, so the body is not parsed.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: 256 * 1024 },
    (_r, body, done) => done(null, body),
  )

  serve(app, paymentCalls.takeProviderEvent, async (request) => {
    const signature = request.headers['stripe-signature']
    let event: ProviderEvent
    try {
      event = deps.cards.readEvent(request.body as Buffer, signature ?? '')
    } catch (error) {
      await limitRate(deps.db, 'refused event', networkOf(request.address), refusedPerMinute)
      request.log.warn({ err: error }, 'a provider event was refused')
      throw new Refusal(400, 'The signature does not match.').because(
        'provider_event.refused',
        'signature',
      )
    }
    try {
      await takeOrKeep(deps, event, deps.take)
    } catch (error) {
      if (!deps.cards.failureOf(error)) throw error
      request.log.warn(
        { err: error, eventId: event.id },
        'the card provider did not respond about its event',
      )
      throw new Refusal(503, 'The card provider did not respond. Please send the event again.')
    }
    return { received: true }
  })
}
