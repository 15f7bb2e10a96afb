import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { newId, randomLetters } from '../ids.ts'
import { endpointView } from '../views/endpoint-view.ts'
import { badParameter, missing } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Route } from './route.ts'

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    accepts: [...listParams, 'type', 'types'],
    answer({ account, params }) {
      const types = params.isGroup('types') ? params.list('types') : []
      const wanted = [...types, params.text('type') ?? []].flat()
      const found = account.events
        .newestFirst()
        .filter(({ type }) => wanted.length === 0 || wanted.includes(type))
      return listPage('/v1/events', found, params, (event) => event)
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    accepts: [],
    answer({ account, id }) {
      const event = account.events.get(id)
      if (!event) throw missing('event', id)
      return event
    },
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    accepts: ['url', 'enabled_events', 'description', 'metadata', 'api_version'],
    answer({ account, params }) {
      const url = params.requiredText('url')
      if (!URL.canParse(url)) throw badParameter('url', 'url_invalid', 'Invalid URL')
      const enabledEvents = params.list('enabled_events')
      if (enabledEvents.length === 0)
        throw badParameter(
          'enabled_events',
          'parameter_missing',
          'Missing required param: enabled_events.',
        )
      const endpoint = account.endpoints.put({
        id: newId('we_1'),
        created: account.now(),
        url,
        secret: `whsec_${randomLetters(32)}`,
        enabledEvents,
        description: params.text('description') || null,
        metadata: params.metadata(),
      })
      return endpointView(endpoint, true)
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    accepts: listParams,
    answer({ account, params }) {
      const endpoints = account.endpoints.newestFirst()
      return listPage('/v1/webhook_endpoints', endpoints, params, (endpoint) =>
        endpointView(endpoint, false),
      )
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    accepts: [],
    answer: ({ account, id }) => endpointView(findEndpoint(account, id), false),
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    accepts: [],
    answer({ account, id }) {
      account.endpoints.remove(findEndpoint(account, id).id)
      return {
        id,
        object: 'webhook_endpoint',
        deleted: true,
      } satisfies Stripe.DeletedWebhookEndpoint
    },
  },
]

function findEndpoint(account: Account, id: string) {
  const endpoint = account.endpoints.get(id)
  if (!endpoint) throw missing('webhook endpoint', id)
  return endpoint
}
