import {
  cardPaymentRefusal,
  cardRefusals,
  type CardPayable,
} from '@portal/domain/invoices/card-payment'
import type { Invoice, InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { fromCents } from '@portal/domain/kernel/money'
import { payAnnouncedQuestion, type TransferNotice } from '@portal/domain/invoices/transfer-notice'
import { isMoving, payAgainQuestion } from '@portal/domain/invoices/money-back'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { isUncertain } from '../../api/call-failed.ts'
import { config } from '../../api/config.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { BankTransferDetails } from '../../invoices/BankTransferDetails.tsx'
import { moneyBackOf } from '../../invoices/invoice-row.ts'
import { invoiceDetailQuery } from '../../invoices/invoices.api.ts'
import { userName } from '../../session/user-name.ts'
import { usePortal } from '../../session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { Text } from '../../ui/parts.tsx'
import { CardOnFileDialog, confirmationTitle } from '../cards/CardOnFileDialog.tsx'
import { payInvoice, refreshBooks, type PaymentOptions } from './charges.api.ts'
import { ConfirmPayment } from './ConfirmPayment.tsx'
import { useIdempotencyKey } from '../../api/useIdempotencyKey.ts'
import { payWithBank } from './pay-with-bank.ts'
import { invoicePaymentsQuery } from '../receipts/payment-history.api.ts'
import { isUnderWay, PaymentDone } from './PaymentDone.tsx'
import { OpenCredits } from '../OpenCredits.tsx'
import css from '../payments.module.css'
import { useBank } from './useBank.ts'
import { useNotApplied } from './useNotApplied.ts'

export interface PayableInvoice extends CardPayable {
  id: string
  invoiceNumber: string
  moneyBack: Invoice['moneyBack']
  notice: TransferNotice | undefined
  bankTransfer: InvoiceDetail['bankTransfer']
}

interface PayInvoiceDialogProps {
  invoice: PayableInvoice
  onClose: () => void
}

/** Pays one invoice: shows the refusal, or asks for confirmation and shows the result. */
export function PayInvoiceDialog({ invoice, onClose }: PayInvoiceDialogProps) {
  const { company } = usePortal()
  const [isTransferShown, showTransfer] = useState(false)
  const notApplied = useNotApplied(company.accountId, invoice.id)
  const payment = usePayInvoice(company.accountId, invoice, {
    payAgainAfter: invoice.moneyBack?.at,
    notAppliedUntil: notApplied?.at,
    noticeId: invoice.notice?.id,
  })
  if (payment.answer) return <PaymentDone answer={payment.answer} onClose={onClose} />

  const moneyBack = invoice.moneyBack && moneyBackOf(invoice.moneyBack)
  const refusal =
    cardPaymentRefusal(invoice, config.cardLimitCents) ??
    (moneyBack && isMoving(moneyBack) ? payAgainQuestion(moneyBack) : undefined)
  const isPaid = [refusal, payment.error?.message].includes(cardRefusals.charged)
  if (isPaid && !payment.busy)
    return <EarlierPayment invoiceNumber={invoice.invoiceNumber} onClose={onClose} />
  const transfer = invoice.bankTransfer && (
    <CurrentTransfer
      accountId={company.accountId}
      invoiceNumber={invoice.invoiceNumber}
      transfer={invoice.bankTransfer}
      balanceDueCents={invoice.balanceDueCents}
      currency={invoice.currency}
    />
  )
  // An invoice that may have been charged must not also be paid by transfer.
  const mayPayOtherwise = !payment.busy && !(payment.error && isUncertain(payment.error))
  const isOtherWay = isTransferShown && mayPayOtherwise
  // During a payment the invoice may already be charged: that is not a refusal.
  if (refusal && !payment.busy && !payment.error)
    return (
      <Dialog
        open
        onClose={onClose}
        title={confirmationTitle}
        description={`Invoice ${isolated(invoice.invoiceNumber)}`}
        wide
        error={transfer ? undefined : refusal}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {transfer && (
          <>
            <Banner tone="danger" role="alert">
              {refusal}
            </Banner>
            <Text as="h3" size={3} weight={600} className={css.heading}>
              Pay by bank transfer
            </Text>
            {transfer}
          </>
        )}
      </Dialog>
    )
  return (
    <CardOnFileDialog accountId={company.accountId} onClose={onClose}>
      {(card, cardChoice) => (
        <ConfirmPayment
          question={
            [
              invoice.notice && payAnnouncedQuestion(invoice.notice),
              moneyBack && payAgainQuestion(moneyBack),
              notApplied?.question,
            ]
              .filter(Boolean)
              .join(' ') ||
            (isOtherWay
              ? 'Pay it by bank transfer as below, or in full by card: not both.'
              : 'This invoice will be paid in full by card.')
          }
          what={`invoice ${isolated(invoice.invoiceNumber)}`}
          cents={invoice.balanceDueCents}
          currency={invoice.currency}
          card={card}
          cardChoice={cardChoice}
          payment={payment}
          onPay={payment.start}
          isOtherWay={isOtherWay}
          onClose={onClose}
        >
          <OpenCredits accountId={company.accountId} invoiceId={invoice.id} />
          {transfer && mayPayOtherwise && (
            <details
              className={css.otherWay}
              onToggle={(event) => showTransfer(event.currentTarget.open)}
            >
              <summary>Pay by bank transfer instead</summary>
              {transfer}
            </details>
          )}
        </ConfirmPayment>
      )}
    </CardOnFileDialog>
  )
}

interface CurrentTransferProps extends ComponentProps<typeof BankTransferDetails> {
  accountId: string
  invoiceNumber: string
}

/** The current bank details: the details on the page may have been corrected since. */
function CurrentTransfer({ accountId, invoiceNumber, ...details }: CurrentTransferProps) {
  const { isFetchedAfterMount } = useQuery({
    ...invoiceDetailQuery(accountId, invoiceNumber),
    refetchOnMount: 'always',
  })
  return isFetchedAfterMount ? <BankTransferDetails {...details} /> : <Loading />
}

/**
 * Pays one invoice; repeated clicks send only one request. `asked` is what the payer has confirmed: the `moneyBack.at` of the
 * invoice, the `at` of money not applied, and the announced transfer.
 */
function usePayInvoice(
  accountId: string,
  { id, balanceDueCents, currency }: PayableInvoice,
  asked: Pick<PaymentOptions, 'payAgainAfter' | 'notAppliedUntil' | 'noticeId'>,
) {
  const client = useQueryClient()
  const { key, afterAnswer } = useIdempotencyKey()
  const { isAtBank, showBank } = useBank()
  const shown = { amount: fromCents(balanceDueCents, currency), currencyIsoCode: currency }

  const payment = useSingleMutation({
    mutationFn: (cardId: string | undefined) =>
      payWithBank(
        (paymentId) => payInvoice(accountId, id, key, shown, { paymentId, cardId, ...asked }),
        showBank,
      ),
    onSettled: (_, error) => {
      afterAnswer(error)
      // Reloads after a refusal too: another user may have paid the invoice meanwhile.
      void refreshBooks(client, accountId)
    },
  })
  return {
    busy: payment.isPending,
    isAtBank,
    error: payment.error,
    answer: payment.data,
    start: (cardId: string | undefined) => payment.mutate(cardId),
  }
}

interface EarlierPaymentProps {
  invoiceNumber: string
  onClose: () => void
}

/** The invoice has already been charged. If this user has just paid it, shows that payment as without a reload. */
function EarlierPayment({ invoiceNumber, onClose }: EarlierPaymentProps) {
  const { me, company } = usePortal()
  const { accountId } = company
  const { data, isPending } = useQuery(invoicePaymentsQuery(accountId, invoiceNumber))
  const newest = data?.rows[0]
  if (newest && newest.paidBy === userName(me) && isOfNow(newest))
    return (
      <PaymentDone
        answer={{
          ...newest,
          status: isUnderWay(newest.status) ? 'pending' : 'succeeded',
          message: '',
        }}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      description={`Invoice ${isolated(invoiceNumber)}`}
      error={isPending ? undefined : cardRefusals.charged}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isPending && <Loading />}
    </Dialog>
  )
}

const tenMinutes = 600_000

const isOfNow = ({ status, date }: PaymentEntry) =>
  isUnderWay(status) ||
  ((status === 'posting' || status === 'paid') && Date.now() - Date.parse(date) < tenMinutes)
