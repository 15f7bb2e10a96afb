import * as endpoints from '@portal/domain/invoices/invoices.endpoints'
import type { ViewsChange } from '@portal/domain/invoices/views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export function viewsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['invoice views', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listViews, { query: { companyFilter: accountId }, signal }),
    staleTime: 60_000,
  })
}

/** Returns all views as they are after the change. */
export function changeViews(accountId: string, asked: ViewsChange) {
  const query = { companyFilter: accountId }
  if ('save' in asked) return call(endpoints.saveView, { query, body: asked.save })
  if ('order' in asked)
    return call(endpoints.orderViews, { query, body: { viewIds: [...asked.order] } })
  if ('remove' in asked)
    return call(endpoints.removeView, { query, params: { viewId: asked.remove } })
  return call(endpoints.changeView, { query, params: { viewId: asked.id }, body: asked.change })
}
