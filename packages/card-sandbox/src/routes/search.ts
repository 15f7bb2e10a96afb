import { parseSearch } from '../wire/search-query.ts'
import type { Call } from './route.ts'

export const searchParams = ['query', 'limit', 'page']

/** Searches objects. New objects can be found with a delay, as at the real provider. */
export function search<T extends { created: number }>(
  { account, params }: Call,
  kind: string,
  newestFirst: T[],
  view: (record: T) => object,
) {
  const matches = parseSearch(params.requiredText('query'))
  const indexedUntil = account.now() - account.settings.searchDelaySeconds
  const limit = params.integer('limit') ?? 10
  const start = Number(params.text('page') ?? 0)
  const found = newestFirst
    .filter(({ created }) => created <= indexedUntil)
    .map(view)
    .filter(matches)
  const hasMore = found.length > start + limit
  return {
    object: 'search_result' as const,
    data: found.slice(start, start + limit),
    has_more: hasMore,
    next_page: hasMore ? String(start + limit) : null,
    url: `/v1/${kind}/search`,
  }
}
