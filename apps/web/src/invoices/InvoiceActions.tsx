import type { Company } from '@portal/domain/companies/companies.schema'
import { formatMoney } from '@portal/domain/kernel/money'
import { ChartColumnStacked, CreditCard, FileText, ListChecks } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../ui/Button.tsx'
import { ExportButtons } from '../ui/ExportButtons.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { invoicesFile } from './invoices-file.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { useListSearch } from './useListSearch.ts'

interface InvoiceActionsProps {
  company: Company
  /** Undefined until the list has loaded. */
  shown: readonly InvoiceRow[] | undefined
  failed: boolean
  /** Begins a selection on phones, whose rows have no checkboxes before. */
  onSelect: (() => void) | false
}

const notLoaded = 'The invoices could not be loaded.'

export const InvoiceActions = memo(function InvoiceActions(props: InvoiceActionsProps) {
  const { company, shown, failed, onSelect } = props
  const change = useListSearch()
  return (
    <>
      <ButtonLink path="/invoices/spend" icon={<ChartColumnStacked size={16} aria-hidden />}>
        Spend
      </ButtonLink>
      <Button
        icon={<FileText size={16} aria-hidden />}
        onClick={() => change({ statement: 'open' }, 'push')}
      >
        Statement
      </Button>
      <ExportButtons
        disabledReason={failed && notLoaded}
        count={shown?.length}
        fetch={shown && ((format) => invoicesFile(company, shown, format))}
      />
      {onSelect && (
        <Button
          icon={<ListChecks size={16} aria-hidden />}
          busy={!shown && !failed}
          disabledReason={failed ? notLoaded : shown?.length === 0 && 'No Invoices Found'}
          onClick={onSelect}
        >
          Select
        </Button>
      )}
    </>
  )
})

interface PayAllButtonProps extends Pick<InvoiceActionsProps, 'failed'> {
  /** The invoices that "pay all" would pay; undefined until the list has loaded. */
  eligible: readonly InvoiceRow[] | undefined
  /** The list shows only some of the invoices, or none. */
  isQuiet: boolean
}

export function PayAllButton({ failed, eligible, isQuiet }: PayAllButtonProps) {
  const change = useListSearch()
  return (
    <Button
      tone={isQuiet ? 'plain' : 'primary'}
      icon={<CreditCard size={16} aria-hidden />}
      busy={eligible === undefined && !failed}
      disabledReason={failed ? notLoaded : eligible?.length === 0 && 'No eligible invoices'}
      onClick={() => change({ payAll: 'open' }, 'push')}
    >
      PAY ALL BY CREDIT CARD
      {eligible && eligible.length > 0 && ` · ${sumText(eligible)}`}
    </Button>
  )
}

/** Pays the invoices that search and filters show. */
export function PayShownButton({ eligible }: { eligible: readonly InvoiceRow[] }) {
  const change = useListSearch()
  return (
    <Button
      tone="primary"
      icon={<CreditCard size={16} aria-hidden />}
      onClick={() => change({ payAll: 'shown' }, 'push')}
    >
      {`Pay these ${eligible.length.toLocaleString('en-US')} · ${sumText(eligible)}`}
    </Button>
  )
}

const sumText = (rows: readonly InvoiceRow[]) =>
  formatMoney(
    rows.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0),
    'USD',
  )
