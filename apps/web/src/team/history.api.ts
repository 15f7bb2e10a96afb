import { addDays, type Day } from '@portal/domain/kernel/day'
import * as endpoints from '@portal/domain/team/team.endpoints'
import type { HistoryFilter } from '@portal/domain/team/history.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage } from '../api/paged.ts'
import { dateOf, today } from '../kernel/today.ts'
import { pageSize } from './history-page.ts'
import { teamKey } from './team.api.ts'
import type { HistorySearch } from './team-search.ts'

function filterOf(accountId: string, search: HistorySearch) {
  return {
    companyFilter: accountId,
    orderDescending: search.order === 'asc' ? 'false' : 'true',
    categoryFilter: search.category ?? '',
    userFilter: search.user ?? '',
    typeFilter: search.type ?? '',
    search: search.q,
    ...(search.from && { from: startOf(search.from) }),
    ...(search.to && { before: startOf(addDays(search.to, 1)) }),
  } satisfies HistoryFilter
}

/** The start of a day in the user's time zone. */
function startOf(day: Day): string {
  const date = dateOf(day)
  date.setHours(0, 0, 0, 0)
  return date.toISOString()
}

export function historyQuery(accountId: string, search: HistorySearch) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'history', search],
    queryFn: ({ signal }) => {
      const page = search.page
      const query = { ...filterOf(accountId, search), page, perPage: pageSize(search) }
      return fetchPage(endpoints.listHistory, { query, signal })
    },
    // The current page stays visible until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}

export function historyValuesQuery(accountId: string) {
  return queryOptions({
    queryKey: [...teamKey(accountId), 'history-values'],
    queryFn: ({ signal }) =>
      call(endpoints.getHistoryValues, { query: { companyFilter: accountId }, signal }),
  })
}

/** All entries that match the filters, as a file. */
export function fetchHistoryCsv(accountId: string, search: HistorySearch) {
  const fallback = `history-${accountId}-${today()}.csv`
  return fetchFile(endpoints.downloadHistory, fallback, { query: filterOf(accountId, search) })
}
