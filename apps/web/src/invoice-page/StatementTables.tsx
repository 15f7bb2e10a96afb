import type {
  Statement,
  StatementLine,
  StatementTotal,
} from '@portal/domain/invoices/statement.schema'
import { addDays, startOfMonth } from '@portal/domain/kernel/day'
import type { ReactNode } from 'react'
import type { Days } from '../invoices/statement-days.ts'
import { queryText } from '../kernel/search-params.ts'
import { MoreRows, useMoreRows } from '../payments/MoreRows.tsx'
import { Money } from '../ui/Money.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { useIsPrinted } from '../ui/useIsPrinted.ts'
import css from './Statement.module.css'

export const statementPath = (query: Parameters<typeof queryText>[0]) =>
  `/invoices/statement${queryText(query)}`

interface AccountTableProps {
  account: Statement['accounts'][number]
  days: Days
}

/** The account of one currency. Each line leads to what it sums up. */
export function AccountTable({ account: { currency, lines }, days }: AccountTableProps) {
  return (
    <table className={css.table} aria-label={`Account · ${currency}`}>
      <thead>
        <tr>
          <th scope="col">Account · {currency}</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ row, label, cents, isTotal }) => {
          const target = targetOf(row, days, currency)
          return (
            <tr key={row} data-balance={isTotal || undefined}>
              <th scope="row">{target ? <PathLink {...target}>{label}</PathLink> : label}</th>
              <td>
                <Money cents={cents} currency={currency} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Where a line leads; undefined if the portal lists nowhere what it sums up. */
function targetOf(row: StatementLine['row'], days: Days, currency: string) {
  const before = addDays(days.from, -1)
  if (row === 'pending' || row === 'notApplied') return undefined
  if (row === 'due') return { path: '/invoices?totals=open' }
  // The statement before ends with the same balance and lists what was open.
  if (row === 'opening')
    return { path: statementPath({ from: startOfMonth(before), to: before }), hash: 'open' }
  if (row === 'closing') return { path: statementPath({ ...days }), hash: 'open' }
  return { path: statementPath({ ...days, row, currency }), hash: 'movements' }
}

interface Listed {
  invoiceNumber: string
  isKept: boolean
  cents: number
  currency: string
}

interface StatementListProps<Row> {
  list: { title: string; empty: string; rows: readonly Row[]; totals: readonly StatementTotal[] }
  /** Plural noun for the rows. */
  what: string
  /** Of day, invoice, three others, and amount. A phone shows them in three lines. */
  headers: readonly string[]
  /** The day, and the three others. */
  cellsOf: (row: Row) => readonly [string, ReactNode, ReactNode, ReactNode]
}

/** The first rows of a list and more on request, on paper all; and the totals of all. */
export function StatementList<Row extends Listed>(props: StatementListProps<Row>) {
  const { list, what, headers, cellsOf } = props
  const isPrinted = useIsPrinted()
  const more = useMoreRows(list.rows, 50)
  if (list.rows.length === 0) return <p>{list.empty}</p>
  return (
    <div data-edge>
      <table className={`${css.table} ${css.list}`} aria-label={list.title}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isPrinted ? list.rows : more.shown).map((row, index) => {
            const { invoiceNumber, isKept, cents, currency } = row
            const [day, ...others] = cellsOf(row)
            return (
              // oxlint-disable-next-line react/no-array-index-key -- the rows do not change
              <tr key={index}>
                <td>{day}</td>
                <td>
                  {isKept ? (
                    <PathLink path={`/invoices/detail/${encodeURIComponent(invoiceNumber)}`}>
                      {invoiceNumber}
                    </PathLink>
                  ) : (
                    invoiceNumber
                  )}
                </td>
                {others.map((cell, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- one for each column
                  <td key={place}>{cell}</td>
                ))}
                <td>
                  <Money cents={cents} currency={currency} />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          {list.totals.map(({ currency, count, cents }) => (
            <tr key={currency} data-balance>
              <th scope="row" colSpan={headers.length - 1}>
                Total · {count}
              </th>
              <td>
                <Money cents={cents} currency={currency} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
      {!isPrinted && <MoreRows rows={more} what={what} />}
    </div>
  )
}
