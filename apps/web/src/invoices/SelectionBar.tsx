import { isPayableByTransfer } from '@portal/domain/invoices/bank-transfer'
import {
  mostDownloaded,
  selectedFilesRefusal,
  sendRefusal,
} from '@portal/domain/invoices/downloads'
import { selectionRefusal } from '@portal/domain/invoices/transfer-notice'
import { notPaidReason, payableText } from '@portal/domain/invoices/selected-payment'
import type { Company } from '@portal/domain/companies/companies.schema'
import { tableFormats, type TableFormat } from '@portal/domain/kernel/csv'
import { formatMoney } from '@portal/domain/kernel/money'
import { CreditCard, Ellipsis, FileArchive, Landmark, ListChecks, Send } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { config } from '../api/config.ts'
import { Button } from '../ui/Button.tsx'
import { exportFormats, useExport } from '../ui/ExportButtons.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Menu, MenuItem } from '../ui/layers/Menu.tsx'
import { Money } from '../ui/Money.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { SelectionFrame } from '../ui/lists/SelectionFrame.tsx'
import { cardPayable, moneyBackOf, type InvoiceRow } from './invoice-row.ts'
import { totalsByCurrency } from './invoice-totals.ts'
import css from './SelectionBar.module.css'
import { invoicesFile } from './invoices-file.ts'
import { useDownloadSelected } from './useDownloadSelected.ts'

const TransferDialog = lazyLayer(() => import('./TransferDialog.tsx'), 'TransferDialog')
const SendInvoicesDialog = lazyLayer(() => import('./SendInvoicesDialog.tsx'), 'SendInvoicesDialog')

export interface SelectionBarProps {
  company: Company
  selected: readonly InvoiceRow[]
  /** How many selected rows the search and filters hide. */
  hidden: number
  /** How many rows "select all" selects. */
  shownCount: number
  isPhone: boolean
  mayPay: boolean
  onAll: () => void
  onPay: () => void
  /** Opens the dialog that prepares the files of many invoices. */
  onFiles: () => void
  onClose: () => void
}

interface Action {
  label: string
  icon: ReactNode
  disabledReason?: string | undefined
  run: () => void
}

/** The number of selected invoices, their sum per currency, and the possible actions. */
export function SelectionBar(props: SelectionBarProps) {
  const { company, selected, isPhone, mayPay, onClose } = props
  const isEmpty = selected.length === 0
  const download = useDownloadSelected(company.accountId)
  const exported = useExport((format: TableFormat) => invoicesFile(company, selected, format))
  const [isSending, setSending] = useState(false)
  const [isTransferring, setTransferring] = useState(false)
  const transferred = selected.filter(isForTransfer)
  const unlessEmpty = (reason: string | undefined) => (isEmpty ? nothing : reason)
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
    ...tableFormats.map((format) => ({
      ...exportFormats[format],
      disabledReason: unlessEmpty(undefined),
      run: () => exported.mutate(format),
    })),
    {
      label: selected.length > mostDownloaded ? 'Download…' : 'Download',
      icon: <FileArchive size={16} aria-hidden />,
      disabledReason: unlessEmpty(
        download.isRunning ? 'A download is in progress.' : selectedFilesRefusal(selected),
      ),
      run: () =>
        selected.length > mostDownloaded
          ? props.onFiles()
          : download.start(selected.map(({ id }) => id)),
    },
    {
      label: 'Send',
      icon: <Send size={16} aria-hidden />,
      disabledReason: unlessEmpty(sendRefusal(selected)),
      run: () => setSending(true),
    },
    ...(mayPay
      ? [
          {
            label: 'Pay by bank transfer',
            icon: <Landmark size={16} aria-hidden />,
            disabledReason: unlessEmpty(selectionRefusal(transferred)),
            run: () => setTransferring(true),
          },
        ]
      : []),
  ]
  return (
    <>
      <SelectionFrame
        count={selected.length}
        hidden={props.hidden}
        sums={dueSums(selected)}
        note={
          isEmpty
            ? 'Tap the invoices to select them.'
            : mayPay && payableText(selected.map(reasonOf))
        }
        progress={download.isRunning && <Downloading {...download} />}
        isPhone={isPhone}
        onClose={onClose}
      >
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
      </SelectionFrame>
      {/* Not inside: Escape in the dialog would end the selection. */}
      <Suspense>
        {isSending && <SendInvoicesDialog invoices={selected} onClose={() => setSending(false)} />}
        {isTransferring && (
          <TransferDialog invoices={transferred} onClose={() => setTransferring(false)} />
        )}
      </Suspense>
    </>
  )
}

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

/** The server decides again which invoices are paid; the dialog shows them. */
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
    {
      ...cardPayable(row),
      hasMoneyBack: row.moneyBack !== null,
      isAnnounced: row.transferNotice !== undefined,
    },
    config.cardLimitCents,
  )

/** The server decides again; the list does not know which payments wait for their payer. */
const isForTransfer = (row: InvoiceRow) =>
  !row.transferNotice &&
  isPayableByTransfer({
    ...cardPayable(row),
    isWaiting: false,
    moneyBack: row.moneyBack && moneyBackOf(row.moneyBack),
  })

/** `$36,314.90 USD + €224,544.30 EUR due`. */
function dueSums(selected: readonly InvoiceRow[]): ReactNode {
  const due = totalsByCurrency(selected)
  if (due.length === 0) return undefined
  return (
    <>
      {due.map(({ currency, dueCents }, index) => (
        <span key={currency}>
          {index > 0 && ' + '}
          <Money cents={dueCents} currency={currency} />
        </span>
      ))}{' '}
      due
    </>
  )
}
