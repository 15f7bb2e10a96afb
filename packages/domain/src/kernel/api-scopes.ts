/** What a key may deliver: one scope per group of kinds of records, one for super admins, and one for merges. */
const recordScopes = [
  'records:people',
  'records:super-admins',
  'records:companies',
  'records:invoices',
  'records:licenses',
  'records:equipment',
  'records:catalog',
  'records:bank',
] as const
export type RecordScope = (typeof recordScopes)[number]

/** What a key of the provider's systems may do. */
export const apiScopes = [...recordScopes, 'events:read'] as const
export type ApiScope = (typeof apiScopes)[number]

/** The scope of keys from version 0.1.0. New keys do not get it. */
export const everyRecord = 'records:write'

/** What a call of the provider's systems requires: any scope for records, or the scope for events. */
const apiAccess = ['records:*', 'events:read'] as const
export type ApiAccess = (typeof apiAccess)[number]

export const isApiScope = (text: unknown): text is ApiScope =>
  apiScopes.some((scope) => scope === text)

export const isApiAccess = (text: unknown): text is ApiAccess =>
  apiAccess.some((access) => access === text)

export const opensCall = (scopes: readonly string[], access: ApiAccess): boolean =>
  access === 'records:*'
    ? scopes.some((scope) => scope.startsWith('records:'))
    : scopes.includes(access)

export const mayDeliver = (scopes: readonly string[], scope: RecordScope): boolean =>
  scopes.includes(scope) || scopes.includes(everyRecord)
