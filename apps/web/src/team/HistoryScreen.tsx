import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSettled } from '../kernel/useSettled.ts'
import { usePortal } from '../session/useSession.ts'
import { Page } from '../ui/Page.tsx'
import { useTypedText } from '../ui/useTypedText.ts'
import { historyQuery } from './history.api.ts'
import { HistoryExport } from './HistoryExport.tsx'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryList } from './HistoryList.tsx'
import { HistoryToolbar } from './HistoryToolbar.tsx'
import css from './HistoryScreen.module.css'
import type { ChangeHistory } from './team-search.ts'
import { TeamTabs } from './TeamTabs.tsx'

const route = getRouteApi('/manage')

export function HistoryScreen() {
  const { company } = usePortal()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/manage' })
  // Anything but turning the page starts at the first one again.
  const change: ChangeHistory = useCallback(
    (wanted) =>
      void navigate({
        to: '/manage',
        search: (current) => ({ ...current, page: undefined, ...wanted }),
        replace: !('page' in wanted),
        resetScroll: false,
      }),
    [navigate],
  )
  const keep = useCallback((q: string) => change({ q }), [change])
  const [typed, type] = useTypedText(search.q, keep)
  const q = useSettled(search.q, 250)
  const asked = { ...search, q }
  const history = useQuery(historyQuery(company.accountId, asked))

  return (
    <Page
      title="History"
      subtitle={`What was done in the name of ${isolated(company.name)}.`}
      actions={
        <HistoryExport accountId={company.accountId} search={asked} history={history.data} />
      }
    >
      <TeamTabs current="/manage" />
      <div className={css.columns} data-fills>
        <HistoryFilters accountId={company.accountId} search={search} onChange={change} />
        <div className={css.list}>
          <HistoryToolbar
            search={search}
            typed={typed}
            onType={type}
            history={history.data}
            onChange={change}
          />
          <HistoryList history={history} search={asked} onChange={change} />
        </div>
      </div>
    </Page>
  )
}
