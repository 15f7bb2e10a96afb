import { plural } from '@portal/domain/kernel/plural'
import type { ImportReport } from '../import/report.ts'
import type { Reject } from '../import/rejects.ts'
import { grouped, groupedDecimal, printable, table } from './printing.ts'

const outcomes = {
  loaded: 'Loaded.',
  refused: 'Nothing was changed. Correct the rejected records, or skip them with --skip-rejects.',
  dryRun: 'Dry run: nothing was changed.',
}

export function reportText(report: ImportReport, rejectsFile: string): string {
  const parts = []
  if (report.rejected > 0) parts.push(rejectedText(report, rejectsFile))
  if (report.kinds.size > 0) parts.push(kindTable(report))
  if (report.totals.length > 0) parts.push(totalTable(report))
  if (report.unread.length > 0) parts.push(unreadText(report))
  if (report.formerNumbers.records > 0) parts.push(formerText(report))
  parts.push(report.kinds.size > 0 ? outcomes[report.outcome] : 'There were no records.')
  return parts.join('\n\n')
}

function kindTable({ kinds }: ImportReport): string {
  const columns = ['inserted', 'updated', 'unchanged', 'stale', 'deleted', 'rejected'] as const
  const used = columns.filter(
    (column) =>
      (column !== 'deleted' && column !== 'stale') ||
      [...kinds.values()].some((counts) => counts[column] > 0),
  )
  return table(
    ['record', ...used],
    [...kinds].map(([kind, counts]) => [kind, ...used.map((column) => grouped(counts[column]))]),
  )
}

function totalTable({ totals }: ImportReport): string {
  return table(
    ['currency', 'invoices', 'amount', 'balanceDue'],
    totals.map(({ currency, invoices, amount, balanceDue }) => [
      currency,
      grouped(invoices),
      groupedDecimal(amount),
      groupedDecimal(balanceDue),
    ]),
  )
}

function unreadText({ unread }: ImportReport): string {
  const lines = unread.map(
    ({ category, companies, invoices }) =>
      `  ${printable(category)}: ${plural(invoices, 'invoice')} of ${plural(companies, 'company', 'companies')}`,
  )
  return [
    'No user of the company sees invoices of these categories. Are they misspelled?',
    ...lines,
  ].join('\n')
}

function formerText({ formerNumbers: { records, withoutPresent } }: ImportReport): string {
  const said = `${plural(records, 'license record')} with a former number changed nothing.`
  return withoutPresent > 0
    ? `${said} Of ${grouped(withoutPresent)} of these licenses no record has the present number.`
    : said
}

function rejectedText({ rejected, firstRejects }: ImportReport, rejectsFile: string): string {
  const listed = firstRejects.map(rejectLine)
  return [
    ...listed,
    `${grouped(rejected)} ${rejected === 1 ? 'record' : 'records'} rejected, all reasons in ${rejectsFile}`,
  ].join('\n')
}

function rejectLine({ file, line, field, reason }: Reject): string {
  return printable(`${file}:${line} ${shortened(field)}: ${shortened(reason)}`)
}

const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
