import type { Company } from '@portal/domain/companies/companies.schema'
import { csvRow } from '@portal/domain/kernel/csv'
import { decimalString } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { saveFile } from '../api/download.ts'
import { today } from '../kernel/today.ts'
import { toast } from '../ui/toasts.ts'
import { sum, type SpendFigures } from './spend-figures.ts'
import { groupingLabels, scopeWords } from './spend-words.ts'

/** The figures of the chart: a row per group, a column per month. The byte order mark makes spreadsheets read it as UTF-8. */
export function spendCsv(figures: SpendFigures): string {
  const { by, currency, months, series, totals } = figures
  const row = (label: string, cents: readonly number[]) =>
    csvRow([
      label,
      currency,
      ...[...cents, sum(cents)].map((one) => ({ decimal: decimalString(one, currency) })),
    ])
  const head = `${groupingLabels[by]}${scopeWords(figures)}`
  return [
    '\uFEFF',
    csvRow([head, 'Currency', ...months, 'Total']),
    ...series.map(({ label, cents }) => row(label, cents)),
    row('Total', totals),
  ].join('')
}

export function exportSpend(company: Company, figures: SpendFigures) {
  const file = new Blob([spendCsv(figures)], { type: 'text/csv;charset=utf-8' })
  const { accountId } = company
  saveFile(file, `spend-${accountId}-by-${figures.by}-${figures.currency}-${today()}.csv`)
  toast.done('CSV exported', plural(figures.months.length, 'month'))
}
