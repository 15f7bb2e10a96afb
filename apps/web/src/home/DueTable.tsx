import type { DueSum } from '@portal/domain/home/home.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { PathLink } from '../ui/page/PathLink.tsx'
import css from './DueTable.module.css'

/** The amounts owed by currency. Phones show only the amounts due now, and the balances in a sentence. */
export function DueTable({ due }: { due: readonly DueSum[] }) {
  const hasCredits = due.some(({ credits }) => credits !== 0)
  const isQuiet = ({ overdueCount, soonCount }: DueSum) => overdueCount + soonCount === 0
  const quiet = due.filter(isQuiet).map(({ currencyIsoCode }) => currencyIsoCode)
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label="What is due by currency">
        <thead data-none={due.every(isQuiet) || undefined}>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Overdue</th>
            <th scope="col">Due within 7 days</th>
            <th scope="col" data-wide>
              Later or no due date
            </th>
            {hasCredits && (
              <th scope="col" data-wide>
                Credits
              </th>
            )}
            <th scope="col" data-wide>
              Remaining balance due
            </th>
          </tr>
        </thead>
        <tbody>
          {due.map((sum) => (
            <Row
              key={sum.currencyIsoCode}
              sum={sum}
              hasCredits={hasCredits}
              isQuiet={isQuiet(sum)}
            />
          ))}
        </tbody>
      </table>
      <p className={css.rest}>
        {quiet.length > 0 && `${quiet.join(', ')}: nothing due within 7 days. `}
        <PathLink path="/payments/balance">Remaining balance due</PathLink>:{' '}
        {due.map((sum) => money(sum, 'total')).join(', ')}
      </p>
    </div>
  )
}

interface RowProps {
  sum: DueSum
  hasCredits: boolean
  isQuiet: boolean
}

function Row({ sum, hasCredits, isQuiet }: RowProps) {
  const { currencyIsoCode: code, overdueCount, soonCount, soonDay } = sum
  return (
    <tr data-none={isQuiet || undefined}>
      <th scope="row">{code}</th>
      <td data-zero={overdueCount === 0 || undefined}>
        {overdueCount > 0 ? (
          <>
            <PathLink className={css.late} path={`/invoices?due=overdue&currency=${code}`}>
              {money(sum, 'overdue')}
            </PathLink>
            <small>
              {plural(overdueCount, 'invoice')}
              <span>
                , {overdueCount > 1 && 'oldest '}
                {plural(sum.oldestDays, 'day')}
              </span>
            </small>
          </>
        ) : (
          money(sum, 'overdue')
        )}
      </td>
      <td data-zero={soonCount === 0 || undefined}>
        {soonCount > 0 ? (
          <>
            <PathLink path={`/invoices?due=7&currency=${code}`}>{money(sum, 'soon')}</PathLink>
            <small>
              {plural(soonCount, 'invoice')}
              {soonDay && (
                <span>
                  , {soonCount > 1 ? 'from' : 'on'} {formatDay(soonDay)}
                </span>
              )}
            </small>
          </>
        ) : (
          money(sum, 'soon')
        )}
      </td>
      <td data-wide data-zero={sum.later === 0 || undefined}>
        {money(sum, 'later')}
      </td>
      {hasCredits && (
        <td data-wide data-zero={sum.credits === 0 || undefined}>
          {money(sum, 'credits')}
        </td>
      )}
      <td data-wide>
        <PathLink path="/payments/balance">{money(sum, 'total')}</PathLink>
      </td>
    </tr>
  )
}

const money = (sum: DueSum, key: 'overdue' | 'soon' | 'later' | 'credits' | 'total') =>
  formatMoney(toCents(sum[key], sum.currencyIsoCode), sum.currencyIsoCode)
