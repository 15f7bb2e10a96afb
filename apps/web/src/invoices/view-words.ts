import type { ViewSearch } from '@portal/domain/invoices/views.schema'
import { monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { periodText } from '../ui/fields/period-text.ts'
import { amountText, dueChoices, orders, statusChoices } from './invoice-filter.ts'

/** The filters of a view in words: `Open · USD · Due first`. */
export function filterWords(search: ViewSearch) {
  const { q, status, type, due, currency, min, max, month, from, to, sort } = search
  const words = [
    q && `“${isolated(q)}”`,
    labelOf(statusChoices, status),
    type && isolated(type),
    due && `Due: ${labelOf(dueChoices, due)!.toLowerCase()}`,
    currency,
    (min ?? max) && `Amount ${amountText(min, max)}`,
    month && monthName(month),
    periodText(from, to),
    sort && orders[sort].label,
  ]
  return words.filter(Boolean).join(' · ') || 'All invoices'
}

const labelOf = (choices: readonly { value: string; label: string }[], value: string | undefined) =>
  choices.find((one) => one.value === value)?.label
