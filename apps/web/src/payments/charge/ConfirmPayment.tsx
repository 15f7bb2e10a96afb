import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import type { ReactNode } from 'react'
import { failureText, isUncertain } from '../../api/call-failed.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedSince, useBefore } from '../../ui/ChangedSince.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Money.tsx'
import { Muted, Row, Text } from '../../ui/parts.tsx'
import type { CardOnFile } from '../cards/card-on-file.ts'
import { confirmationTitle } from '../cards/CardOnFileDialog.tsx'
import css from '../payments.module.css'

interface ConfirmPaymentProps {
  question: string
  /** `36 invoices`. */
  what: string
  cents: Cents
  currency: string
  card: CardOnFile
  /** Selects another card. */
  cardChoice: ReactNode
  payment: { busy: boolean; error: unknown; isAtBank?: boolean }
  /** Receives the id of the shown card. */
  onPay: (cardId: string | undefined) => void
  wide?: boolean
  /** The payer is reading about another way to pay, so the button must not look like the next step. */
  isOtherWay?: boolean
  children?: ReactNode
  onClose: () => void
}

/** The confirmation before a payment: invoice, amount and card. */
export function ConfirmPayment(props: ConfirmPaymentProps) {
  const { question, what, cents, currency, card, cardChoice } = props
  const { payment, onPay, onClose } = props
  const now = formatMoney(cents, currency)
  const before = useBefore(now)
  const isLost = payment.error !== null && isUncertain(payment.error)
  const failed = isLost ? 'The payment has no result yet.' : 'Payment failed.'
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      description={
        <>
          <Text as="p" size={3} tone="plain" className={css.paid}>
            <Text as="strong" size={4} weight={600}>
              <Money cents={cents} currency={currency} />
            </Text>{' '}
            for {what}
          </Text>
          <ChangedSince before={before} now={now} />
          {question}
        </>
      }
      busy={payment.busy}
      wide={props.wide ?? false}
      error={payment.error ? failureText(payment.error, failed) : undefined}
      actions={
        <>
          <Button
            busy={false}
            disabledReason={payment.busy && 'The payment is in progress.'}
            onClick={onClose}
          >
            Cancel
          </Button>
          <Button
            {...(!props.isOtherWay && { tone: 'primary' })}
            busy={payment.busy}
            onClick={() => onPay(card.id)}
          >
            Pay {now}
            {before !== undefined && ` instead of ${before}`}
            {props.isOtherWay && ' by card'}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          {
            label: 'Card',
            value: (
              <Row as="span" gap={4} rowGap={2} justify="end" wrap>
                {`${card.brand} ending in ${card.last4}`}
                {!payment.busy && cardChoice}
              </Row>
            ),
          },
          { label: 'Card expires', value: card.expires },
        ]}
      />
      {props.children}
      {payment.isAtBank && (
        <Muted as="p" size={2} className={css.note} role="status">
          Your bank asks you to confirm your identity.
        </Muted>
      )}
      {isLost && (
        <Muted as="p" size={2} className={css.note}>
          It is safe to try again: you will not be charged twice.
        </Muted>
      )}
    </Dialog>
  )
}
