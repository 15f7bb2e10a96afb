import { equipmentStatuses } from '@portal/domain/equipment/status'
import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSettled } from '../kernel/useSettled.ts'
import { usePortal } from '../session/useSession.ts'
import { Choice } from '../ui/Choice.tsx'
import { Page } from '../ui/Page.tsx'
import { totalText } from '../ui/page-range.ts'
import { SearchInput } from '../ui/SearchField.tsx'
import { TabLinks } from '../ui/TabLinks.tsx'
import { useTypedText } from '../ui/useTypedText.ts'
import { ApprovalList } from './ApprovalList.tsx'
import css from './ApprovalsScreen.module.css'
import { equipmentListQuery } from './equipment.api.ts'
import type { ChangeApprovals } from './equipment-search.ts'
import { RequestPanel } from './RequestPanel.tsx'

const route = getRouteApi('/erf')
const tabs = [{ path: '/erf', label: 'Approvals' }]
const statusChoices = [
  { value: 'all', label: 'All' },
  ...equipmentStatuses.map((status) => ({ value: status, label: status })),
] as const
const sizeChoices = (['10', '25', '50', '100'] as const).map((size) => ({
  value: size,
  label: size,
}))

export function ApprovalsScreen() {
  const { company } = usePortal()
  const { open, ...search } = route.useSearch()
  const navigate = useNavigate({ from: '/erf' })
  // Anything but turning the page or opening a row starts at the first page again.
  const change: ChangeApprovals = useCallback(
    (wanted) =>
      void navigate({
        to: '/erf',
        search: (current) => ({
          ...current,
          ...(!('open' in wanted) && { page: undefined }),
          ...wanted,
        }),
        replace: !('page' in wanted) && !wanted.open,
        resetScroll: false,
      }),
    [navigate],
  )
  const keep = useCallback((q: string) => change({ q }), [change])
  const [typed, type] = useTypedText(search.q, keep)
  const q = useSettled(search.q, 250)
  const asked = { ...search, q }
  const list = useQuery(equipmentListQuery(company.accountId, asked))
  const { data } = list

  return (
    <Page title="Approvals" subtitle={`Equipment requests of ${isolated(company.name)}.`}>
      <TabLinks label="Requests" current="/erf" items={tabs} />
      <div className={css.toolbar}>
        <SearchInput
          label="Search requests"
          placeholder="Search id, person or notes"
          value={typed}
          onChange={type}
        />
        <Choice
          label="Status"
          value={search.status ?? 'all'}
          onChange={(status) => change({ status: status === 'all' ? undefined : status })}
          items={statusChoices}
        />
        <Choice
          label="Rows"
          value={search.size}
          onChange={(size) => change({ size })}
          items={sizeChoices}
        />
        <span className={css.total} role="status">
          {data && totalText(data)}
        </span>
      </div>
      <ApprovalList list={list} search={asked} onChange={change} />
      {open && (
        <RequestPanel
          key={open}
          accountId={company.accountId}
          id={open}
          onClose={() => change({ open: undefined })}
        />
      )}
    </Page>
  )
}
