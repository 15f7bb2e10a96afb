import type { FastifyPluginAsync } from 'fastify'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ProviderEvent } from '../../providers/cards/card-provider.ts'

export interface TakesEvents {
  /** Carries out what an event tells; different slices take different ones. */
  take: (deps: Deps, event: ProviderEvent) => Promise<void>
}

export const providerEventRoutes: FastifyPluginAsync<Deps & TakesEvents> = async (app, deps) => {
  // The signature is over the very bytes that came.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: 256 * 1024 },
    (_r, body, done) => done(null, body),
  )

  app.post(
    '/payment/provider-events',
    { config: { access: 'public', signed: true } },
    async (request) => {
      const signature = request.headers['stripe-signature']
      let event: ProviderEvent
      try {
        event = deps.cards.readEvent(request.body as Buffer, String(signature ?? ''))
      } catch (error) {
        request.log.warn({ err: error }, 'a provider event was refused')
        throw new Refusal(400, 'The signature does not match.')
      }
      await deps.take(deps, event)
      return { received: true }
    },
  )
}
