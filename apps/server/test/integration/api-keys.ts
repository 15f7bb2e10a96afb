import type { InjectOptions } from 'fastify'
import type { ApiScope } from '@portal/domain/kernel/api-scopes'
import { createApiKey } from '../../src/integration/manage-api-keys.ts'
import type { TestPortal } from '../portal/portal.ts'

/** Calls the portal as one of the provider's systems, with only a new key. */
export async function withNewKey(portal: TestPortal, ...scopes: ApiScope[]) {
  const key = await createApiKey(portal.system, { name: 'Test', scopes })
  const headers = { authorization: `Bearer ${key}` }
  return {
    key,
    headers,
    prefix: key.slice(0, 'portal_'.length + 8),
    call: (method: 'GET' | 'POST', url: string, options: InjectOptions = {}) =>
      portal.app.inject({ method, url, ...options, headers: { ...headers, ...options.headers } }),
  }
}
