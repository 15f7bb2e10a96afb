import {
  accountRows,
  changedAccountText,
  noAccountText,
  paymentRows,
} from '@portal/domain/invoices/bank-transfer'
import type { BankTransfer } from '@portal/domain/invoices/bank-transfer.schema'
import type { Cents } from '@portal/domain/kernel/money'
import { Suspense } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Muted, Row, Stack } from '../ui/parts.tsx'
import css from './BankTransfer.module.css'

const TransferCode = lazyLayer(() => import('./TransferCode.tsx'), 'TransferCode')

interface BankTransferDetailsProps {
  transfer: BankTransfer
  balanceDueCents: Cents
  currency: string
}

/** The values for the payer's bank form, each with a copy button, and for EUR a QR code for banking apps. */
export function BankTransferDetails(props: BankTransferDetailsProps) {
  const { transfer, balanceDueCents, currency } = props
  const { account, changed, reference, contact, caution, code } = transfer
  const change = changed && (
    <Banner tone="warn">
      <bdi>{changedAccountText(changed, account)}</bdi>
    </Banner>
  )
  if (!account) {
    const subject = encodeURIComponent(`Bank details for invoice ${reference}`)
    return (
      <>
        {change}
        <p className={css.ask}>
          {noAccountText(currency, contact)}{' '}
          <a href={`mailto:${contact}?subject=${subject}`}>Write an email</a>
        </p>
      </>
    )
  }
  // Values that differ for each payment come first: many payers have stored the account at their bank.
  const payment = paymentRows(balanceDueCents, currency, reference).toReversed()
  const rows = [...payment, ...accountRows(account)]
  return (
    <Stack gap={4} className={css.details}>
      {caution && <Banner tone="warn">{caution}</Banner>}
      {change}
      <Row align="start" wrap className={css.columns}>
        <dl className={css.rows} data-alone={!code || undefined}>
          {rows.map(({ label, shown, copied }) => (
            <div key={label}>
              <Muted as="dt">{label}</Muted>
              <dd>
                <bdi>{shown}</bdi>
              </dd>
              <dd>
                <CopyButton label={`Copy ${label}`} text={copied} />
              </dd>
            </div>
          ))}
        </dl>
        {code && (
          <figure className={css.code}>
            <Suspense fallback={<div className={css.paper} />}>
              <TransferCode code={code} />
            </Suspense>
            <figcaption>Scan with your banking app</figcaption>
          </figure>
        )}
      </Row>
      {account.note && <p className={css.note}>{account.note}</p>}
    </Stack>
  )
}
