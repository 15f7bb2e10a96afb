import type { EquipmentRow } from '@portal/domain/equipment/equipment.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useCallback } from 'react'
import { failureText } from '../api/call-failed.ts'
import type { Paged } from '../api/paged.ts'
import { PagedList } from '../ui/PagedList.tsx'
import { approvalColumns, ApprovalCells } from './ApprovalCells.tsx'
import css from './ApprovalRows.module.css'
import { pageSize, type ChangeApprovals, type EquipmentSearch } from './equipment-search.ts'

interface ApprovalListProps {
  list: UseQueryResult<Paged<EquipmentRow>>
  search: Omit<EquipmentSearch, 'open'>
  onChange: ChangeApprovals
}

export function ApprovalList({ list, search, onChange }: ApprovalListProps) {
  const renderCells = useCallback(
    (request: EquipmentRow) => (
      <ApprovalCells request={request} onOpen={(open) => onChange({ open })} />
    ),
    [onChange],
  )
  const isFiltered = search.q || search.status
  return (
    <PagedList
      list={list}
      label="Requests"
      loading="Loading requests"
      failed={failureText(list.error, 'Failed to load requests.')}
      empty={{
        icon: <ClipboardCheck size={24} aria-hidden />,
        // The words of the specification, though these are no licenses.
        text: 'No Licenses Found.',
        note: 'Requests that need your approval will appear here.',
      }}
      filtered={isFiltered && 'No request matches the search and filters.'}
      onClear={() => onChange({ q: undefined, status: undefined })}
      beyond="The list is shorter than that."
      pages="Pages of the requests"
      page={search.page}
      size={pageSize(search)}
      onPage={(page) => onChange({ page })}
      columns={approvalColumns}
      layout={css.row}
      rowHeight={52}
      narrowRowHeight={96}
      renderCells={renderCells}
    />
  )
}
