import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { isolated } from '@portal/domain/kernel/isolated'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { mayUse } from '@portal/domain/session/permissions'
import { usePortal } from '../session/useSession.ts'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { InvoiceDetailActions } from './InvoiceDetailActions.tsx'
import { customerText } from './invoice-row.ts'
import { InvoiceFacts } from './InvoiceFacts.tsx'
import { LineItems } from './LineItems.tsx'

const PayInvoiceDialog = lazyLayer(
  () => import('../payments/PayInvoiceDialog.tsx'),
  'PayInvoiceDialog',
)
const InvoicePayments = lazyLayer(
  () => import('../payments/InvoicePayments.tsx'),
  'InvoicePayments',
)
const route = getRouteApi('/invoices/detail/$invoiceId')

export function InvoiceDetailView({ invoice, back }: { invoice: InvoiceDetail; back: ReactNode }) {
  const { me, company } = usePortal()
  const { pay } = route.useSearch()
  const navigate = useNavigate({ from: '/invoices/detail/$invoiceId' })
  const { invoiceNumber } = invoice
  const mayPay = mayUse(me, 'PayInvoices')
  const openPay = (open: boolean) =>
    void navigate({
      to: '/invoices/detail/$invoiceId',
      params: { invoiceId: invoiceNumber },
      search: (current) => ({ ...current, pay: open ? 'open' : undefined }),
      state: (state) => state,
      replace: !open,
      resetScroll: false,
    })
  return (
    <Page
      title={`Invoice ${isolated(invoiceNumber)}`}
      above={back}
      subtitle={customerText(invoice)}
      actions={<InvoiceDetailActions invoice={invoice} onPay={() => openPay(true)} />}
    >
      <InvoiceFacts invoice={invoice} />
      <Suspense>
        {mayPay && <InvoicePayments accountId={company.accountId} invoiceNumber={invoiceNumber} />}
      </Suspense>
      <LineItems invoice={invoice} />
      <Suspense>
        {mayPay && pay === 'open' && (
          <PayInvoiceDialog
            invoice={{
              id: invoice.id,
              invoiceNumber,
              hasBeenCharged: invoice.hasBeenCharged,
              isOnHold: invoice.isOnHold,
              balanceDueCents: toCents(invoice.balanceDue, invoice.currencyIsoCode),
              currency: invoice.currencyIsoCode,
              moneyBack: invoice.moneyBack,
            }}
            onClose={() => openPay(false)}
          />
        )}
      </Suspense>
    </Page>
  )
}
