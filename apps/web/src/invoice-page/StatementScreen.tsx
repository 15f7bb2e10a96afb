import type {
  OpenInvoice,
  Statement,
  StatementMovement,
} from '@portal/domain/invoices/statement.schema'
import { statementTexts } from '@portal/domain/invoices/statement-range'
import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, FileText, ScrollText } from 'lucide-react'
import type { StatementSearch } from '../invoices/invoice-search.ts'
import { statementQuery } from '../invoices/invoices.api.ts'
import { thisMonth, type Days } from '../invoices/statement-days.ts'
import { useStatementFile } from '../invoices/useStatementFile.ts'
import { AgingTable } from '../payments/balance/AgingTable.tsx'
import { useReceipt } from '../payments/receipts/useReceipt.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/ErrorState.tsx'
import { Loaded } from '../ui/page/Loaded.tsx'
import { Page } from '../ui/page/Page.tsx'
import { BackLink, PathLink } from '../ui/page/PathLink.tsx'
import { Muted, Text } from '../ui/parts.tsx'
import css from './Statement.module.css'
import { StatementPeriod } from './StatementPeriod.tsx'
import { AccountTable, StatementList, statementPath } from './StatementTables.tsx'

const route = getRouteApi('/invoices/statement')
const files = [
  { format: 'pdf', label: 'Statement [PDF]', Icon: FileText },
  { format: 'xlsx', label: 'Excel [XLSX]', Icon: FileSpreadsheet },
] as const

export function StatementScreen() {
  const { accountId } = usePortal().company
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/statement' })
  const { from, to } = search
  const days = from && to ? { from, to } : thisMonth()
  const statement = useQuery(statementQuery(accountId, days))
  const file = useStatementFile(accountId, days)
  const fetchDays = (wanted: Days) => {
    if (wanted.from === days.from && wanted.to === days.to) void statement.refetch()
    else void navigate({ to: '/invoices/statement', search: wanted })
  }
  return (
    <Page
      title="View Customer Statement"
      above={<BackLink path="/invoices">All Invoices</BackLink>}
      subtitle={statement.data?.facts.map(({ label, value }) => `${label} ${value}`).join(' · ')}
      actions={files.map(({ format, label, Icon }) => (
        <Button
          key={format}
          icon={<Icon size={16} aria-hidden />}
          busy={file.isRunning(format)}
          onClick={() => file.fetchAs(format)}
        >
          {label}
        </Button>
      ))}
    >
      <StatementPeriod days={days} busy={statement.isFetching} onFetch={fetchDays} />
      <Loaded
        query={statement}
        loading="Loading the statement"
        lines={12}
        lineHeight={36}
        failed={statementTexts.invalid}
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
      {[movements, open].some(({ rows, count }) => rows.length < count) && (
        <Text as="p" size={1} tone="warn">
          {`Long lists are cut here: ${movements.count.toLocaleString('en-US')} movements, ${open.count.toLocaleString('en-US')} open. The PDF and the Excel file have all, and a shorter period has fewer.`}
        </Text>
      )}
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

const openCells = ({ date, type, dueDate, age }: OpenInvoice) =>
  [
    formatDay(date),
    type,
    dueDate && formatDay(dueDate),
    <Text key="" tone={age.startsWith('Overdue') ? 'danger' : 'muted'}>
      {age}
    </Text>,
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
