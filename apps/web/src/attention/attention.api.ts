import * as endpoints from '@portal/domain/attention/attention.endpoints'
import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import { shownItem } from '@portal/domain/attention/attention-shown'
import type {
  AttentionItem,
  Resolved,
  ResolveItem,
  ShownStop,
} from '@portal/domain/attention/attention.schema'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Keyed by page, so that each page fetches it again. */
export const attentionCountQuery = (pathname: string) =>
  queryOptions({
    queryKey: ['attention', 'count', pathname],
    queryFn: ({ signal }) => call(endpoints.countAttention, { signal }),
    placeholderData: keepPreviousData,
    // No number is better than a wrong one; the page itself shows the error.
    retry: false,
  })

export const attentionQuery = (list: AttentionKey | undefined) =>
  queryOptions({
    queryKey: ['attention', 'page', list],
    queryFn: ({ signal }) => call(endpoints.listAttention, { query: { list }, signal }),
    staleTime: 0,
  })

export function resolveItem(
  key: AttentionKey,
  action: string,
  item: AttentionItem,
  payments?: ResolveItem['payments'],
): Promise<Resolved> {
  const { accountId, id } = item
  return call(endpoints.resolveItem, {
    params: { list: key, action },
    body: { accountId, id, ...(payments && { payments }), shown: shownItem(item) },
  })
}

export function startCharging(kind: 'all' | 'automatic', shown: ShownStop): Promise<Resolved> {
  return call(endpoints.startCharging, {
    body: { kind, booksWereSentAgain: kind === 'automatic', shown },
  })
}

export function refreshAttention(client: QueryClient) {
  return client.invalidateQueries({ queryKey: ['attention'] })
}
