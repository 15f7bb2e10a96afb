import type { Company } from '@portal/domain/companies/companies.schema'
import { CreditCard, Download, FileText } from 'lucide-react'
import { saveFile } from '../api/download.ts'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { invoiceCsv } from './invoice-csv.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { useListSearch } from './useListSearch.ts'

interface InvoiceActionsProps {
  company: Company
  shown: readonly InvoiceRow[]
  state: 'pending' | 'error' | 'success'
  /** How many invoices "pay all" would pay; nothing when the person may not pay. */
  eligibleCount: number | undefined
}

export function InvoiceActions({ company, shown, state, eligibleCount }: InvoiceActionsProps) {
  const change = useListSearch()
  const failure = state === 'error' ? 'The invoices could not be loaded.' : undefined
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
        busy={state === 'pending'}
        disabledReason={shown.length === 0 && (failure ?? 'Nothing to export')}
        onClick={() => exportCsv(company, shown)}
      >
        CSV
      </Button>
      {eligibleCount !== undefined && (
        <Button
          tone="primary"
          icon={<CreditCard size={16} aria-hidden />}
          busy={state === 'pending'}
          disabledReason={eligibleCount === 0 && (failure ?? 'No eligible invoices')}
          onClick={() => change({ payAll: 'open' }, 'push')}
        >
          PAY ALL BY CREDIT CARD
        </Button>
      )}
    </>
  )
}

function exportCsv(company: Company, rows: readonly InvoiceRow[]) {
  const file = new Blob([invoiceCsv(rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `invoices-${company.accountId}-${today()}.csv`)
  toast.done('CSV exported', countText(rows.length))
}

export function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`
}
