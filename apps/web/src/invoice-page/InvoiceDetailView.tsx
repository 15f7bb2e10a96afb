import {
  cardMinimumCents,
  cardPaymentRefusal,
  cardRefusals,
  isForTransfer,
  type CardRefusal,
} from '@portal/domain/invoices/card-payment'
import { detailsRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { formatDay, monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CreditCard, FileSpreadsheet, FileText, Send } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { config } from '../api/config.ts'
import { authorizationQuery } from '../authorization/authorization.api.ts'
import { useChanges } from '../changes/useChanges.ts'
import { WhyChanged } from '../changes/WhyChanged.tsx'
import { businessToday } from '../api/business-today.ts'
import { InvoiceMovements } from './InvoiceMovements.tsx'
import { InvoicePayments } from '../payments/receipts/InvoicePayments.tsx'
import { invoicePaymentsQuery } from '../payments/receipts/payment-history.api.ts'
import { questionsQuery } from '../questions/questions.api.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Money } from '../ui/Money.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useIsWide } from '../ui/useIsWide.ts'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { BankTransferPanel } from '../invoices/BankTransferPanel.tsx'
import {
  cardPayable,
  customerText,
  invoiceRow,
  noticeOf,
  periodText,
} from '../invoices/invoice-row.ts'
import css from './InvoiceDetailView.module.css'
import { InvoiceStanding } from '../invoices/InvoiceStanding.tsx'
import { LineItems } from './LineItems.tsx'
import { useWithdraw } from '../invoices/transfers.api.ts'
import { useDownload } from '../invoices/useDownload.ts'

const PayInvoiceDialog = lazyLayer(
  () => import('../payments/charge/PayInvoiceDialog.tsx'),
  'PayInvoiceDialog',
)
const SendInvoicesDialog = lazyLayer(
  () => import('../invoices/SendInvoicesDialog.tsx'),
  'SendInvoicesDialog',
)
/** The width in px for the lines and the panel beside them. */
const roomForBoth = 880
const noCardId = 'why-no-card'
/** How long the lines wait for the content around them, in ms. */
const patience = 5000

const route = getRouteApi('/invoices/detail/$invoiceId')

export function InvoiceDetailView({ invoice, back }: { invoice: InvoiceDetail; back: ReactNode }) {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const { accountId } = company
  const { invoiceNumber } = invoice
  const mayPay = mayUse(me, 'PayInvoices')
  // On a phone the main action is an enabled one; bank details are open on the page. The top bar has the company's name.
  const isPhone = useMedia(narrow)
  const refusal = refusalOf(invoice)
  const isForBank = invoice.bankTransfer !== null && isForTransfer(refusal)
  const offersSummary = mayPay && isPhone && refusal && !summaryRefusal(invoice)
  const isArriving = useIsArriving(accountId, invoiceNumber, search.against, mayPay)
  const columns = useRef<HTMLDivElement>(null)
  const isWide = useIsWide(columns, roomForBoth, window.innerWidth > 1100)
  const [isSending, setSending] = useState(false)
  // A link to the lines to check, such as on the home page, shows them first on a phone; later changes do not move them.
  const [checksFirst] = useState(isPhone && search.lines === 'check')
  const openPay = (open: boolean) =>
    void navigate({
      to: '/invoices/detail/$invoiceId',
      params: { invoiceId: invoiceNumber },
      search: (current) => ({ ...current, pay: open ? 'open' : undefined }),
      state: (state) => ({ ...state, isLayer: open }),
      replace: !open,
      resetScroll: false,
    })
  const compareWith = (against: string | undefined) =>
    void navigate({
      to: '/invoices/detail/$invoiceId',
      params: { invoiceId: invoiceNumber },
      search: (current) => ({ ...current, against }),
      state: (state) => state,
      resetScroll: false,
    })
  const why = (
    <WhyChanged
      accountId={accountId}
      invoiceNumber={invoiceNumber}
      against={search.against}
      onCompare={compareWith}
    />
  )
  const noCard = whyInShort(invoice, refusal)
  const pay = (
    <PayButton refusal={refusal} describedBy={noCard && noCardId} onPay={() => openPay(true)} />
  )
  return (
    <Page
      title={`Invoice ${isolated(invoiceNumber)}`}
      above={back}
      subtitle={customerText(
        isPhone && invoice.name === company.name ? { ...invoice, name: '' } : invoice,
      )}
      actions={
        <>
          {offersSummary && pay}
          {/* The menu shows the reason of a disabled button. */}
          {offersSummary && noCard && refusal !== cardRefusals.currency && (
            <small id={noCardId} className={css.noCard}>
              {noCard}
            </small>
          )}
          {!offersSummary && <SummaryButton invoice={invoice} />}
          <DetailsButton invoice={invoice} />
          <Button
            icon={<Send size={16} aria-hidden />}
            disabledReason={summaryRefusal(invoice)}
            onClick={() => setSending(true)}
          >
            Send
          </Button>
        </>
      }
      note={mayPay && noCard && <span id={noCardId}>{noCard}</span>}
      primary={offersSummary ? <SummaryButton invoice={invoice} /> : mayPay && pay}
    >
      <InvoiceFacts invoice={invoice} mayPay={mayPay} />
      <div ref={columns} className={css.columns} data-wide={isWide} data-fills data-edge>
        {isArriving ? (
          <Skeleton lines={8} lineHeight={52} label="Loading the lines" />
        ) : (
          <>
            <aside className={css.aside} aria-label="Payment">
              {invoice.bankTransfer && (
                <BankTransferPanel
                  invoice={invoice}
                  isOpen={isWide || isForBank}
                  reason={isForBank ? whyNoCard(refusal) : undefined}
                  mayPay={mayPay}
                />
              )}
              {isWide && <InvoiceMovements invoice={invoice} />}
              {mayPay && <InvoicePayments accountId={accountId} invoiceNumber={invoiceNumber} />}
            </aside>
            <div className={css.lines}>
              {!checksFirst && why}
              {/* Drafts and open questions are of one invoice. */}
              <LineItems key={invoiceNumber} accountId={accountId} invoice={invoice} />
              {checksFirst && why}
              {/* On a phone the lines come first. */}
              {!isWide && <InvoiceMovements invoice={invoice} />}
            </div>
          </>
        )}
      </div>
      <Suspense>
        {isSending && <SendInvoicesDialog invoices={[invoice]} onClose={() => setSending(false)} />}
        {mayPay && search.pay === 'open' && (
          <PayInvoiceDialog
            invoice={{
              id: invoice.id,
              invoiceNumber,
              hasBeenCharged: invoice.hasBeenCharged,
              isOnHold: invoice.isOnHold,
              balanceDueCents: toCents(invoice.balanceDue, invoice.currencyIsoCode),
              currency: invoice.currencyIsoCode,
              moneyBack: invoice.moneyBack,
              notice: noticeOf(invoice),
              bankTransfer: invoice.transferNotice ? null : invoice.bankTransfer,
            }}
            onClose={() => openPay(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}

/**
 * Whether content around the lines is still loading, whose arrival would move the lines under the finger. Lines wait only
 * once, and for a limited time: visible lines and their entries remain while a failed request is repeated.
 */
function useIsArriving(
  accountId: string,
  invoiceNumber: string,
  against: string | undefined,
  mayPay: boolean,
): boolean {
  const around = [
    useChanges(accountId, invoiceNumber, against),
    useQuery(authorizationQuery(accountId, invoiceNumber)),
    useQuery(questionsQuery(accountId, invoiceNumber)),
    useQuery({ ...invoicePaymentsQuery(accountId, invoiceNumber), enabled: mayPay }),
  ]
  const invoice = `${accountId} ${invoiceNumber}`
  const [shown, setShown] = useState<string>()
  const isArriving = shown !== invoice && around.some(({ isLoading }) => isLoading)
  if (!isArriving && shown !== invoice) setShown(invoice)
  useEffect(() => {
    if (!isArriving) return undefined
    const timer = setTimeout(() => setShown(invoice), patience)
    return () => clearTimeout(timer)
  }, [invoice, isArriving])
  return isArriving
}

function InvoiceFacts({ invoice, mayPay }: { invoice: InvoiceDetail; mayPay: boolean }) {
  const withdrawing = useWithdraw(usePortal().company.accountId, invoice)
  const row = invoiceRow(invoice, businessToday())
  return (
    <section className={css.facts} data-edge aria-label="Invoice">
      <dl data-long={formatMoney(row.amountCents, row.currencyIsoCode).length > 17 || undefined}>
        <div>
          <dt>Service Period</dt>
          <dd>{periodText(row) || '–'}</dd>
        </div>
        <div>
          <dt>Due Month</dt>
          <dd>
            {row.dueDate ? monthName(row.dueDate) : '–'}
            {row.dueDate && <small>Due {formatDay(row.dueDate)}</small>}
          </dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>{row.invoiceType || '–'}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <InvoiceStanding row={row} />
            {mayPay && row.transferNotice && (
              <Button
                size="small"
                aria-label="Withdraw the announced transfer"
                busy={withdrawing.busy}
                onClick={withdrawing.start}
              >
                Withdraw
              </Button>
            )}
            {invoice.paidByOtherAccount !== undefined && (
              <small>
                <span>Your provider’s books include a card payment of another account: </span>
                <Money
                  cents={toCents(invoice.paidByOtherAccount, row.currencyIsoCode)}
                  currency={row.currencyIsoCode}
                />
              </small>
            )}
          </dd>
        </div>
        <div className={css.total}>
          <dt>Invoice Total</dt>
          <dd>
            <Money cents={row.amountCents} currency={row.currencyIsoCode} />
          </dd>
        </div>
        <div className={css.due} data-due={row.balanceDueCents > 0}>
          <dt>Remaining Balance Due</dt>
          <dd>
            <Money cents={row.balanceDueCents} currency={row.currencyIsoCode} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function SummaryButton({ invoice }: { invoice: InvoiceDetail }) {
  const download = useDownload()
  return (
    <Button
      icon={<FileText size={16} aria-hidden />}
      disabledReason={summaryRefusal(invoice)}
      busy={download.running === 'pdf'}
      onClick={() => download.start(invoice.invoiceNumber, 'pdf')}
    >
      Summary [PDF]
    </Button>
  )
}

function DetailsButton({ invoice }: { invoice: InvoiceDetail }) {
  const download = useDownload()
  return (
    <Button
      icon={<FileSpreadsheet size={16} aria-hidden />}
      disabledReason={detailsRefusal(invoice)}
      busy={download.running === 'xls'}
      onClick={() => download.start(invoice.invoiceNumber, 'xls')}
    >
      Details
    </Button>
  )
}

/** Why a card cannot pay the invoice, if it cannot. */
function refusalOf(invoice: InvoiceDetail) {
  const balanceDueCents = toCents(invoice.balanceDue, invoice.currencyIsoCode)
  return cardPaymentRefusal(cardPayable({ ...invoice, balanceDueCents }), config.cardLimitCents)
}

const onlyDollars = 'Cards can pay only US dollars'

/** The short reason why no card can pay, below the button; a press on the button shows the whole reason. */
function whyInShort({ balanceDue }: InvoiceDetail, refusal: CardRefusal | undefined) {
  if (refusal === cardRefusals.currency) return onlyDollars
  if (refusal === cardRefusals.limit)
    return `Over the card limit of ${formatMoney(config.cardLimitCents, 'USD')}`
  if (refusal === cardRefusals.minimum)
    return `Below the card minimum of ${formatMoney(cardMinimumCents, 'USD')}`
  if (refusal === cardRefusals.charged)
    return balanceDue > 0 ? 'Already charged' : 'Nothing left to pay'
  return undefined
}

/** The reason as a sentence for the bank details, where only bank transfer is possible. */
function whyNoCard(refusal: CardRefusal | undefined): string | undefined {
  if (refusal === cardRefusals.currency) return `${onlyDollars}.`
  if (refusal === cardRefusals.limit)
    return `${refusal} Cards can pay up to ${formatMoney(config.cardLimitCents, 'USD')}.`
  return refusal
}

interface PayButtonProps {
  /** Why no card can pay. */
  refusal: CardRefusal | undefined
  /** The id of the short reason. */
  describedBy: string | undefined
  onPay: () => void
}

function PayButton({ refusal, describedBy, onPay }: PayButtonProps) {
  return (
    <Button
      tone={refusal ? 'muted' : 'primary'}
      icon={<CreditCard size={16} aria-hidden />}
      // The other refusals are shown on click, so that each of them can be read.
      disabledReason={refusal === cardRefusals.currency && refusal}
      aria-describedby={describedBy}
      onClick={onPay}
    >
      Pay By Credit Card
    </Button>
  )
}
