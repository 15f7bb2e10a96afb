import type {
  OpenInvoice,
  Statement,
  StatementMovement,
} from '@portal/domain/invoices/statement.schema'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarDays, FileSpreadsheet, FileText, ScrollText } from 'lucide-react'
import { Fragment } from 'react'
import type { StatementSearch } from '../invoices/invoice-search.ts'
import { statementQuery } from '../invoices/invoices.api.ts'
import { thisMonth, type Days } from '../invoices/statement-days.ts'
import { statementFailure, useStatementFile } from '../invoices/useStatementFile.ts'
import { AgingTable } from '../payments/balance/AgingTable.tsx'
import { useReceipt } from '../payments/receipts/useReceipt.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { Loaded } from '../ui/page/Loaded.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BackLink, ButtonLink, PathLink } from '../ui/page/PathLink.tsx'
import { Muted, Text } from '../ui/parts.tsx'
import css from './Statement.module.css'
import { AccountTable, StatementList, statementPath } from './StatementTables.tsx'

const route = getRouteApi('/invoices/statement')
const files = [
  { format: 'pdf', label: 'Statement [PDF]', Icon: FileText },
  { format: 'xlsx', label: 'Excel [XLSX]', Icon: FileSpreadsheet },
] as const

export function StatementScreen() {
  const { accountId } = usePortal().company
  const search = route.useSearch()
  const { from, to } = search
  const days = from && to ? { from, to } : thisMonth()
  const statement = useQuery(statementQuery(accountId, days))
  const file = useStatementFile(accountId)
  return (
    <Page
      title="Customer Statement"
      above={<BackLink path="/invoices">All Invoices</BackLink>}
      subtitle={statement.data?.facts.map(({ label, value }) => `${label} ${value}`).join(' · ')}
      actions={
        <>
          <ButtonLink path="/invoices?statement=open" icon={<CalendarDays size={16} aria-hidden />}>
            Other period
          </ButtonLink>
          {files.map(({ format, label, Icon }) => (
            <Button
              key={format}
              icon={<Icon size={16} aria-hidden />}
              busy={file.isRunning(format)}
              onClick={() => file.fetchAs(format, days)}
            >
              {label}
            </Button>
          ))}
        </>
      }
    >
      {file.failure && (
        <Text as="p" tone="danger" role="alert">
          {file.failure}
        </Text>
      )}
      <Loaded
        query={statement}
        loading="Loading the statement"
        lines={12}
        lineHeight={36}
        failed={statementFailure(statement.error)}
      >
        {(content) => <StatementContent content={content} days={days} search={search} />}
      </Loaded>
    </Page>
  )
}

interface StatementContentProps {
  content: Statement
  days: Days
  search: StatementSearch
}

function StatementContent({ content, days, search }: StatementContentProps) {
  const { asOf, accounts, movements, open, notes } = content
  if (accounts.length === 0)
    return (
      <EmptyState
        icon={<ScrollText size={24} aria-hidden />}
        text={movements.empty}
        note={open.empty}
      />
    )
  return (
    <>
      {notes.map((note) => (
        <Muted as="p" size={1} key={note}>
          {note}
        </Muted>
      ))}
      <div className={css.accounts}>
        {accounts.map((account) => (
          <AccountTable key={account.currency} account={account} days={days} />
        ))}
      </div>
      <div data-edge>
        <AgingTable
          caption={`Open on ${formatDay(asOf)} by age`}
          header={`Open on ${formatDay(asOf)}`}
          total="Balance"
          rows={accounts.map(({ currency, aging, closingCents: totalCents }) => ({
            key: currency,
            title: currency,
            sum: { currency, buckets: aging, totalCents },
          }))}
        />
      </div>
      <Movements content={content} days={days} search={search} />
      <h2 id="open" className={css.title}>
        {open.title}
      </h2>
      <StatementList
        list={open}
        what="invoices and credits"
        headers={['Date', 'Invoice', 'Type', 'Due date', 'Age', 'Open']}
        cellsOf={openCells}
      />
    </>
  )
}

/** All movements, or those of one line of an account, whose amount is then their total. */
function Movements({ content, days, search }: StatementContentProps) {
  const { movements, accounts } = content
  const { row, currency = '' } = search
  const account = row && accounts.find((one) => one.currency === currency)
  const line = account?.lines.find((one) => one.row === row)
  const rows = movements.rows.filter((one) => one.row === row && one.currency === currency)
  const totals = line && [{ currency, count: line.label, cents: line.cents }]
  return (
    <>
      <h2 id="movements" className={css.title}>
        {movements.title}
      </h2>
      {line && (
        <Text data-screen>
          {line.label} ·{' '}
          <PathLink path={statementPath({ ...days })} hash="movements">
            Show all movements
          </PathLink>
        </Text>
      )}
      <StatementList
        key={line && `${row} ${currency}`}
        list={totals ? { ...movements, rows, totals } : movements}
        what="movements"
        headers={['Day', 'Invoice', 'What', 'Reference', 'From', 'Amount']}
        cellsOf={movementCells}
      />
    </>
  )
}

const movementCells = (one: StatementMovement) =>
  [formatDay(one.day), one.what, <Reference key="" movement={one} />, one.source] as const

const openCells = ({ date, type, dueDate, age, notice }: OpenInvoice) =>
  [
    formatDay(date),
    type,
    dueDate && formatDay(dueDate),
    <Fragment key="">
      <Text tone={age.startsWith('Overdue') ? 'danger' : 'muted'}>{age}</Text>
      {notice && <small>{notice}</small>}
    </Fragment>,
  ] as const

function Reference({ movement }: { movement: StatementMovement }) {
  const { me, company } = usePortal()
  const receipt = useReceipt(company.accountId)
  const { reference, paidOn, paymentId } = movement
  return (
    <>
      {reference && isolated(reference)}
      {paidOn && <small>{`paid ${formatDay(paidOn)}`}</small>}
      {paymentId && mayUse(me, 'PayInvoices') && (
        <Button size="small" tone="quiet" onClick={() => receipt(paymentId)}>
          Receipt
        </Button>
      )}
    </>
  )
}
