import type { UseQueryResult } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { DownloadMenu, type OpenDownloads } from './DownloadMenu.tsx'
import type { InvoiceRow } from './invoice-row.ts'
import { InvoiceCells, invoiceColumns } from './InvoiceCells.tsx'
import css from './InvoiceRows.module.css'

interface InvoiceRowsProps {
  list: UseQueryResult<InvoiceRow[]>
  shown: readonly InvoiceRow[] | undefined
  onClear: () => void
}

/** The list in whatever state it is: on its way, failed, empty, filtered to nothing, or there. */
export const InvoiceRows = memo(function InvoiceRows({ list, shown, onClear }: InvoiceRowsProps) {
  const [downloads, setDownloads] = useState<OpenDownloads>()
  const renderCells = useCallback(
    (row: InvoiceRow) => <InvoiceCells row={row} onDownloads={setDownloads} />,
    [],
  )
  const closeDownloads = useCallback(() => setDownloads(undefined), [])
  if (list.isPending)
    return (
      <Card flush>
        <Skeleton lines={10} lineHeight={52} label="Loading invoices" />
      </Card>
    )
  if (!list.data || !shown)
    return (
      <Card flush>
        <ErrorState
          text="Failed to load invoices."
          supportId={supportIdOf(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </Card>
    )
  if (shown.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<ReceiptText size={24} aria-hidden />}
          text="No Invoices Found"
          {...(list.data.length > 0 && {
            note: 'No invoice matches the search and filters.',
            action: <Button onClick={onClear}>Clear filters</Button>,
          })}
        />
      </Card>
    )
  return (
    <>
      <VirtualRows
        label="Invoices"
        rows={shown}
        columns={invoiceColumns}
        layout={css.row}
        rowHeight={54}
        narrowRowHeight={112}
        renderCells={renderCells}
      />
      <DownloadMenu open={downloads} onClose={closeDownloads} />
    </>
  )
})
