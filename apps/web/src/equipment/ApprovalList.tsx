import type { EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useCallback } from 'react'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { pageRange } from '../ui/page-range.ts'
import { Pager } from '../ui/Pager.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { approvalColumns, ApprovalCells } from './ApprovalCells.tsx'
import css from './ApprovalRows.module.css'
import type { ChangeApprovals } from './ApprovalsScreen.tsx'
import type { EquipmentRows } from './equipment.api.ts'
import { pageNumber, pageSize, type EquipmentSearch } from './equipment-search.ts'

interface ApprovalListProps {
  list: UseQueryResult<EquipmentRows>
  search: EquipmentSearch
  onChange: ChangeApprovals
}

/** The requests in whatever state they are: on their way, failed, none, filtered to nothing, or there. */
export function ApprovalList({ list, search, onChange }: ApprovalListProps) {
  const renderCells = useCallback(
    (request: EquipmentRow) => (
      <ApprovalCells request={request} onOpen={(open) => onChange({ open })} />
    ),
    [onChange],
  )
  const { data } = list
  if (list.isPending)
    return (
      <Card flush>
        <Skeleton lines={10} lineHeight={52} label="Loading requests" />
      </Card>
    )
  // What came before the failure belongs to other filters: it must not stand for these.
  if (!data || (list.isError && list.isPlaceholderData))
    return (
      <Card flush>
        <ErrorState
          text={failureText(list.error, 'Failed to load requests.')}
          supportId={supportIdOf(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Card>
    )
  if (data.rows.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<ClipboardCheck size={24} aria-hidden />}
          // The words of the specification, though these are no licenses.
          text="No Licenses Found."
          {...wayOut(search, onChange)}
        />
      </Card>
    )
  const page = pageNumber(search)
  const size = pageSize(search)
  const isLast = page * size >= data.count && !(data.isMore && data.rows.length === size)
  return (
    <>
      <VirtualRows
        label="Requests"
        rows={data.rows}
        columns={approvalColumns}
        layout={css.row}
        rowHeight={52}
        narrowRowHeight={96}
        renderCells={renderCells}
      />
      {(page > 1 || !isLast) && (
        <Pager
          label="Pages of the requests"
          range={pageRange(page, size, data.rows.length)}
          page={page}
          isLast={isLast}
          busy={list.isPlaceholderData}
          onPage={(next) => onChange({ page: next > 1 ? String(next) : undefined })}
        />
      )}
    </>
  )
}

function wayOut(search: EquipmentSearch, onChange: ChangeApprovals) {
  if (search.q || search.status)
    return {
      note: 'No request matches the search and filters.',
      action: (
        <Button onClick={() => onChange({ q: undefined, status: undefined })}>Clear filters</Button>
      ),
    }
  if (!search.page) return { note: 'Requests that need your approval will appear here.' }
  return {
    note: 'The list is shorter than that.',
    action: <Button onClick={() => onChange({ page: undefined })}>First page</Button>,
  }
}
