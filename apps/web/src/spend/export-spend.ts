import type { Company } from '@portal/domain/companies/companies.schema'
import type { TableFormat } from '@portal/domain/kernel/csv'
import { decimalString } from '@portal/domain/kernel/money'
import { today } from '../kernel/today.ts'
import { tableFile, type Table } from '../ui/table-file.ts'
import { sum, type SpendFigures } from './spend-figures.ts'
import { groupingLabels, scopeWords } from './spend-words.ts'

/** The figures of the chart: a row per group, a column per month. */
export function spendTable(figures: SpendFigures): Table {
  const { by, currency, months, series, totals } = figures
  const row = (label: string, cents: readonly number[]) => [
    label,
    currency,
    ...[...cents, sum(cents)].map((one) => ({ decimal: decimalString(one, currency) })),
  ]
  const head = `${groupingLabels[by]}${scopeWords(figures)}`
  return {
    titles: [head, 'Currency', ...months, 'Total'],
    rows: [...series.map(({ label, cents }) => row(label, cents)), row('Total', totals)],
  }
}

export function spendFile(company: Company, figures: SpendFigures, format: TableFormat) {
  const { by, currency } = figures
  const name = `spend-${company.accountId}-by-${by}-${currency}-${today()}`
  return tableFile(format, name, spendTable(figures))
}
