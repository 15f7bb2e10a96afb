import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { newId, randomLetters } from '../ids.ts'
import { endpointView } from '../views/endpoint-view.ts'
import { badParameter, missing } from '../wire/api-error.ts'
import { listPage, listParams } from '../wire/listing.ts'
import type { Params } from '../wire/params.ts'
import type { Route } from './route.ts'

export const eventRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    accepts: [...listParams, 'type', 'types'],
    answer({ account, params }) {
      const isWanted = wantedTypes(params)
      const found = keptEvents(account).filter(({ type }) => isWanted(type))
      return listPage('/v1/events', found, params, (event) => event)
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    accepts: [],
    answer({ account, id }) {
      const event = keptEvents(account).find((one) => one.id === id)
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

/** The provider deletes events after 30 days. */
function keptEvents(account: Account) {
  const oldest = account.now() - 30 * 86_400
  return account.events.newestFirst().filter(({ created }) => created >= oldest)
}

/** One type, which may end in `*` for a group, or a list of types; not both. */
function wantedTypes(params: Params) {
  const types = params.list('types')
  const type = params.text('type')
  if (type && types.length > 0)
    throw badParameter('types', 'parameters_exclusive', 'You may pass either type or types.')
  if (types.length > 20)
    throw badParameter('types', undefined, 'You may pass up to 20 types of event.')
  const wanted = type ? [type] : types
  const isOneOf = (given: string) => (one: string) =>
    one.endsWith('*') && type ? given.startsWith(one.slice(0, -1)) : given === one
  return (given: string) => wanted.length === 0 || wanted.some(isOneOf(given))
}

function findEndpoint(account: Account, id: string) {
  const endpoint = account.endpoints.get(id)
  if (!endpoint) throw missing('webhook endpoint', id)
  return endpoint
}
