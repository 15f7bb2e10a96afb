import type { Company } from '@portal/domain/companies/companies.schema'
import { CreditCard, Download, FileText } from 'lucide-react'
import { memo } from 'react'
import { saveFile } from '../api/download.ts'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { invoiceCsv } from './invoice-csv.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { useListSearch } from './useListSearch.ts'

interface InvoiceActionsProps {
  company: Company
  /** Nothing before the list is there. */
  shown: readonly InvoiceRow[] | undefined
  failed: boolean
  /** How many invoices "pay all" would pay; nothing when the person may not pay. */
  eligibleCount: number | undefined
}

export const InvoiceActions = memo(function InvoiceActions({
  company,
  shown,
  failed,
  eligibleCount,
}: InvoiceActionsProps) {
  const change = useListSearch()
  const loading = !shown && !failed
  const failure = failed && 'The invoices could not be loaded.'
  return (
    <>
      <Button
        icon={<FileText size={16} aria-hidden />}
        onClick={() => change({ statement: 'open' }, 'push')}
      >
        Statement
      </Button>
      <Button
        icon={<Download size={16} aria-hidden />}
        busy={loading}
        disabledReason={failure || (shown?.length === 0 && 'Nothing to export')}
        onClick={() => shown && exportCsv(company, shown)}
      >
        CSV
      </Button>
      {eligibleCount !== undefined && (
        <Button
          tone="primary"
          icon={<CreditCard size={16} aria-hidden />}
          busy={loading}
          disabledReason={failure || (shown && eligibleCount === 0 && 'No eligible invoices')}
          onClick={() => change({ payAll: 'open' }, 'push')}
        >
          PAY ALL BY CREDIT CARD
        </Button>
      )}
    </>
  )
})

function exportCsv(company: Company, rows: readonly InvoiceRow[]) {
  const file = new Blob([invoiceCsv(rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `invoices-${company.accountId}-${today()}.csv`)
  toast.done('CSV exported', countText(rows.length))
}

export function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`
}
