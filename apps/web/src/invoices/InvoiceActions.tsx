import type { Company } from '@portal/domain/companies/companies.schema'
import { plural } from '@portal/domain/kernel/plural'
import { CreditCard, Download, FileText } from 'lucide-react'
import { memo } from 'react'
import { saveFile } from '../api/download.ts'
import { today } from '../kernel/today.ts'
import { Button } from '../ui/Button.tsx'
import { listCsv } from '../ui/list-columns.ts'
import { toast } from '../ui/toasts.ts'
import { invoiceList } from './invoice-columns.tsx'
import type { InvoiceRow } from './invoice-row.ts'
import { useListSearch } from './useListSearch.ts'

interface InvoiceActionsProps {
  company: Company
  /** Undefined until the list has loaded. */
  shown: readonly InvoiceRow[] | undefined
  failed: boolean
}

const notLoaded = 'The invoices could not be loaded.'

export const InvoiceActions = memo(function InvoiceActions(props: InvoiceActionsProps) {
  const { company, shown, failed } = props
  const change = useListSearch()
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
        busy={!shown && !failed}
        disabledReason={failed ? notLoaded : shown?.length === 0 && 'Nothing to export'}
        onClick={() => shown && exportCsv(company, shown)}
      >
        CSV
      </Button>
    </>
  )
})

interface PayAllButtonProps extends Pick<InvoiceActionsProps, 'failed'> {
  /** How many invoices "pay all" would pay; undefined until the list has loaded. */
  eligibleCount: number | undefined
}

export function PayAllButton({ failed, eligibleCount }: PayAllButtonProps) {
  const change = useListSearch()
  return (
    <Button
      tone="primary"
      icon={<CreditCard size={16} aria-hidden />}
      busy={eligibleCount === undefined && !failed}
      disabledReason={failed ? notLoaded : eligibleCount === 0 && 'No eligible invoices'}
      onClick={() => change({ payAll: 'open' }, 'push')}
    >
      PAY ALL BY CREDIT CARD
    </Button>
  )
}

function exportCsv(company: Company, rows: readonly InvoiceRow[]) {
  const file = new Blob([listCsv(invoiceList, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `invoices-${company.accountId}-${today()}.csv`)
  toast.done('CSV exported', plural(rows.length, 'invoice'))
}
