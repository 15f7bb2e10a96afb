import { unauthorized } from '../wire/api-error.ts'
import type { Call } from './route.ts'

/** A browser may use only the intent whose secret it has. */
export function requireClientSecret(call: Call, intent: { clientSecret: string }) {
  const given = call.params.text('client_secret')
  if ((call.isPublishable || given !== undefined) && given !== intent.clientSecret)
    throw unauthorized('The client_secret provided does not match this intent.')
}
