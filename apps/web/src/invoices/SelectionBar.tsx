import { selectedFilesRefusal } from '@portal/domain/invoices/downloads'
import { notPaidReason, payableText } from '@portal/domain/invoices/selected-payment'
import type { Company } from '@portal/domain/companies/companies.schema'
import { formatMoney } from '@portal/domain/kernel/money'
import { CreditCard, Download, Ellipsis, FileArchive, ListChecks, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { config } from '../api/config.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Money } from '../ui/Money.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { cardPayable, type InvoiceRow } from './invoice-row.ts'
import { totalsByCurrency } from './invoice-totals.ts'
import { exportCsv } from './export-csv.ts'
import css from './SelectionBar.module.css'
import { useDownloadSelected } from './useDownloadSelected.ts'

export interface SelectionBarProps {
  company: Company
  selected: readonly InvoiceRow[]
  /** How many of them the search and filters hide. */
  hidden: number
  /** How many rows "select all" selects. */
  shownCount: number
  isPhone: boolean
  mayPay: boolean
  onAll: () => void
  onPay: () => void
  onClose: () => void
}

interface Action {
  label: string
  icon: ReactNode
  disabledReason?: string | undefined
  run: () => void
}

/** What is selected, its sum per currency, and what can be done with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { company, selected, isPhone, mayPay, onClose } = props
  const isEmpty = selected.length === 0
  const download = useDownloadSelected(company.accountId)
  const actions: Action[] = [
    ...(isPhone
      ? [
          {
            label: `Select all ${props.shownCount.toLocaleString('en-US')}`,
            icon: <ListChecks size={16} aria-hidden />,
            run: props.onAll,
          },
        ]
      : []),
    {
      label: 'CSV',
      icon: <Download size={16} aria-hidden />,
      disabledReason: isEmpty ? nothing : undefined,
      run: () => exportCsv(company, selected),
    },
    {
      label: 'Download',
      icon: <FileArchive size={16} aria-hidden />,
      disabledReason: isEmpty
        ? nothing
        : download.isRunning
          ? 'A download is in progress.'
          : selectedFilesRefusal(selected),
      run: () => download.start(selected.map(({ id }) => id)),
    },
  ]
  return (
    <div
      className={css.bar}
      role="presentation"
      data-edge={isPhone ? undefined : true}
      data-action-bar={isPhone ? 'tall' : undefined}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) onClose()
      }}
    >
      <section className={css.content} aria-label="Selection">
        <SelectionSums {...props} />
        {download.isRunning && <Downloading {...download} />}
        <div className={css.actions}>
          {isPhone ? (
            <Menu
              align="start"
              trigger={<Button icon={<Ellipsis size={16} aria-hidden />}>More</Button>}
            >
              {actions.map(({ label, icon, disabledReason, run }) => (
                <MenuItem key={label} icon={icon} disabledReason={disabledReason} onChoose={run}>
                  {label}
                </MenuItem>
              ))}
            </Menu>
          ) : (
            actions.map(({ label, icon, disabledReason, run }) => (
              <Button key={label} icon={icon} disabledReason={disabledReason} onClick={run}>
                {label}
              </Button>
            ))
          )}
          {mayPay && <PayButton selected={selected} onPay={props.onPay} />}
        </div>
        <div className={css.clear}>
          <IconButton label="Clear selection (Esc)" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      </section>
    </div>
  )
}

/** How far the download is. */
function Downloading({
  progress,
  stop,
}: Pick<ReturnType<typeof useDownloadSelected>, 'progress' | 'stop'>) {
  const { begun, total } = progress ?? { begun: 0, total: 0 }
  return (
    <div className={css.download}>
      <span>{progress ? `File ${begun} of ${total}` : 'Preparing the files...'}</span>
      <ProgressBar label="Downloading files" value={begun} max={total} />
      <Button size="small" onClick={stop}>
        Stop
      </Button>
    </div>
  )
}

const nothing = 'No invoice is selected.'

/** The server decides again what is paid; the dialog shows it. */
function PayButton({ selected, onPay }: Pick<SelectionBarProps, 'selected' | 'onPay'>) {
  const paid = selected.filter((row) => reasonOf(row) === undefined)
  const cents = paid.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)
  return (
    <Button
      tone="primary"
      icon={<CreditCard size={16} aria-hidden />}
      disabledReason={
        paid.length === 0 && (selected.length === 0 ? nothing : 'No eligible invoices')
      }
      onClick={onPay}
    >
      {paid.length === 0
        ? 'Pay by card'
        : `Pay ${paid.length.toLocaleString('en-US')} by card · ${formatMoney(cents, 'USD')}`}
    </Button>
  )
}

const reasonOf = (row: InvoiceRow) =>
  notPaidReason(
    { ...cardPayable(row), hasMoneyBack: row.moneyBack !== null },
    config.cardLimitCents,
  )

/** `4 selected · $36,314.90 USD + €224,544.30 EUR due`, and below it what can be paid by card. */
function SelectionSums({ selected, hidden, mayPay }: SelectionBarProps) {
  const due = totalsByCurrency(selected)
  const reasons = selected.map(reasonOf)
  return (
    <p className={css.what} role="status">
      <b>{`${selected.length.toLocaleString('en-US')} selected`}</b>
      {hidden > 0 && ` (${hidden.toLocaleString('en-US')} not shown)`}
      {due.length > 0 && (
        <span className={css.sums}>
          {due.map(({ currency, dueCents }, index) => (
            <span key={currency}>
              {index > 0 && ' + '}
              <Money cents={dueCents} currency={currency} />
            </span>
          ))}{' '}
          due
        </span>
      )}
      {mayPay && selected.length > 0 && <small>{payableText(reasons)}</small>}
      {selected.length === 0 && <small>Tap the invoices to select them.</small>}
    </p>
  )
}
