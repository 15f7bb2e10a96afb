import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type {
  AttentionCount,
  AttentionItem,
  AttentionPage,
  Resolved,
  ResolveItem,
} from '@portal/domain/attention/attention.schema'
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** By page, so that each page asks again. */
export const attentionCountQuery = (pathname: string) =>
  queryOptions({
    queryKey: ['attention', 'count', pathname],
    queryFn: ({ signal }) => call<AttentionCount>('/attention/count', { signal }),
    placeholderData: keepPreviousData,
    // No number is better than a wrong one; the page itself says what is wrong.
    retry: false,
  })

export const attentionQuery = (list: AttentionKey | undefined) =>
  queryOptions({
    queryKey: ['attention', 'page', list],
    queryFn: ({ signal }) => call<AttentionPage>('/attention', { query: { list }, signal }),
    staleTime: 0,
  })

export function resolveItem(
  key: AttentionKey,
  action: string,
  { accountId, id }: AttentionItem,
  explained: Pick<ResolveItem, 'payments' | 'balanceCents'>,
): Promise<Resolved> {
  return call(`/attention/${key}/${action}`, {
    method: 'POST',
    body: { accountId, id, ...explained },
  })
}

export function startCharging(kind: 'all' | 'automatic'): Promise<Resolved> {
  return call('/attention/charging', {
    method: 'POST',
    body: { kind, booksWereSentAgain: kind === 'automatic' },
  })
}

export function refreshAttention(client: QueryClient) {
  return client.invalidateQueries({ queryKey: ['attention'] })
}
