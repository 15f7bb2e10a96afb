import type Stripe from 'stripe'
import { apiVersion } from '../account.ts'
import type { EndpointRecord } from '../state/records.ts'

/** The signing secret is shown only when the endpoint is created. */
export function endpointView(endpoint: EndpointRecord, showsSecret: boolean) {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    ...(showsSecret && { secret: endpoint.secret }),
    status: 'enabled',
    url: endpoint.url,
  } satisfies Stripe.WebhookEndpoint
}
