import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from './api-error.ts'

export type ApiKey = { value: string; isPublishable: boolean }

/** Accepts any test key; all keys belong to the same account. */
export function readApiKey({ authorization = '' }: IncomingHttpHeaders, keyField?: string): ApiKey {
  const value = fromHeader(authorization) || keyField
  if (!value)
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
        "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (!/^(sk|pk|rk)_test_\w{3,}$/.test(value))
    throw unauthorized(`Invalid API Key provided: ${value.slice(0, 8)}****${value.slice(-4)}`)
  return { value, isPublishable: value.startsWith('pk_') }
}

function fromHeader(authorization: string) {
  const [scheme, credentials = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return credentials
  if (scheme === 'Basic') return Buffer.from(credentials, 'base64').toString().split(':')[0]
  return undefined
}
