import { formatDay, parseDay, type Day } from '@portal/domain/kernel/day'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import { Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { DateField } from '../ui/DateField.tsx'
import { toast } from '../ui/toasts.ts'
import { downloadFailed, useSaveFile } from '../ui/useSaveFile.ts'
import { fetchPaymentsCsv } from './payment-list.api.ts'
import css from './PaymentList.module.css'
import type { PaymentHistorySearch } from './payments-search.ts'

interface PaymentFiltersProps {
  accountId: string
  search: PaymentHistorySearch
  count: number | undefined
  onChange: (search: PaymentHistorySearch) => void
}

const statuses = Object.entries(paymentStatuses).map(([value, label]) => ({ value, label }))

/** What narrows the payments, and the file of what is left; on phones it folds away behind one button. */
export function PaymentFilters({ accountId, search, count, onChange }: PaymentFiltersProps) {
  const { status, from, to } = search
  const [isOpen, setOpen] = useState(false)
  const on = [status, from, to].filter(Boolean).length
  const download = useSaveFile(
    () => fetchPaymentsCsv(accountId, search),
    (error) => toast.problem(failureText(error, downloadFailed)),
  )
  const change = (next: PaymentHistorySearch) => onChange({ ...search, ...next })
  return (
    <section className={css.filters} aria-label="Filters" data-open-filters={isOpen || undefined}>
      <div className={css.fold}>
        <Button
          icon={<SlidersHorizontal size={15} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {on ? `Filters (${on})` : 'Filters'}
        </Button>
      </div>
      <div className={css.choices}>
        <Choice
          wide
          label="Status"
          value={status ?? ''}
          onChange={(value) => change({ status: (value || undefined) as PaymentStatus })}
          items={[{ value: '', label: 'All' }, ...statuses]}
        />
        <DayFilter
          key={`from ${from}`}
          label="From"
          day={from}
          onChange={(day) => change({ from: day })}
        />
        <DayFilter key={`to ${to}`} label="To" day={to} onChange={(day) => change({ to: day })} />
        {on > 0 && <Button onClick={() => onChange({})}>Clear filters</Button>}
      </div>
      <Button
        icon={<Download size={16} aria-hidden />}
        busy={download.isPending}
        disabledReason={!count && 'Nothing to export'}
        onClick={() => download.mutate()}
      >
        CSV
      </Button>
    </section>
  )
}

interface DayFilterProps {
  label: string
  day: Day | undefined
  onChange: (day: Day | undefined) => void
}

/** Filters as soon as the text is a day, or empty; until then it is kept as typed. */
function DayFilter({ label, day, onChange }: DayFilterProps) {
  const [text, setText] = useState(day ? formatDay(day) : '')
  const take = (typed: string) => {
    setText(typed)
    const next = parseDay(typed)
    // Two digits of a year may be the beginning of four.
    const isWhole = typed.trim() === '' || /\d{4}$|^\d{4}-/.test(typed.trim())
    if (isWhole && (next || typed.trim() === '') && next !== day) onChange(next)
  }
  return <DateField label={label} name={label} value={text} onChange={take} error={undefined} />
}
