/** What a key of the provider's systems may do. */
export const apiScopes = ['records:write', 'events:read'] as const
export type ApiScope = (typeof apiScopes)[number]

export const isApiScope = (text: unknown): text is ApiScope =>
  apiScopes.some((scope) => scope === text)
