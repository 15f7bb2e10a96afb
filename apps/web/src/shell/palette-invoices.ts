import { formatMoney } from '@portal/domain/kernel/money'
import { isolated } from '@portal/domain/kernel/isolated'
import type { InvoiceRow } from '../invoices/invoice-row.ts'
import type { PaletteEntry } from './palette-entries.ts'

const most = 8

/** The invoices that match; where there are more, the last entry leads to all of them in the list. */
export function invoiceEntries(
  rows: readonly InvoiceRow[],
  typed: string,
  go: (path: string) => void,
): PaletteEntry[] {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  const found = rows.filter(({ searchText }) => searchText.includes(wanted))
  const entries = found.slice(0, most).map<PaletteEntry>((row) => ({
    id: `invoice ${row.id}`,
    group: 'Invoices',
    label: row.invoiceNumber,
    note: `${isolated(row.name)} · ${formatMoney(row.amountCents, row.currencyIsoCode)}`,
    run: () => go(`/invoices/detail/${encodeURIComponent(row.invoiceNumber)}`),
  }))
  if (found.length > most)
    entries.push({
      id: 'all invoices',
      group: 'Invoices',
      label: `Show all ${found.length.toLocaleString('en-US')} in the list`,
      run: () => go(`/invoices?${new URLSearchParams({ q: typed.trim() })}`),
    })
  return entries
}
