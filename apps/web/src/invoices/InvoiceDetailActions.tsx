import { cardPaymentRefusal, cardRefusals } from '@portal/domain/invoices/card-payment'
import { detailsRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { mayUse } from '@portal/domain/session/permissions'
import { CreditCard, FileSpreadsheet, FileText } from 'lucide-react'
import { config } from '../api/config.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { cardPayable } from './invoice-row.ts'
import { useDownload } from './useDownload.ts'

interface InvoiceDetailActionsProps {
  invoice: InvoiceDetail
  onPay: () => void
}

export function InvoiceDetailActions({ invoice, onPay }: InvoiceDetailActionsProps) {
  const { me } = usePortal()
  const download = useDownload()
  const balanceDueCents = toCents(invoice.balanceDue, invoice.currencyIsoCode)
  const refusal = cardPaymentRefusal(
    cardPayable({ ...invoice, balanceDueCents }),
    config.cardLimitCents,
  )
  return (
    <>
      <Button
        icon={<FileText size={16} aria-hidden />}
        disabledReason={summaryRefusal(invoice)}
        busy={download.running === 'pdf'}
        onClick={() => download.start(invoice.invoiceNumber, 'pdf')}
      >
        Summary [PDF]
      </Button>
      <Button
        icon={<FileSpreadsheet size={16} aria-hidden />}
        disabledReason={detailsRefusal(invoice)}
        busy={download.running === 'xls'}
        onClick={() => download.start(invoice.invoiceNumber, 'xls')}
      >
        Details
      </Button>
      {mayUse(me, 'PayInvoices') && (
        <Button
          tone="primary"
          icon={<CreditCard size={16} aria-hidden />}
          // The other refusals are told on the click, so that each of them can be read.
          disabledReason={refusal === cardRefusals.currency && refusal}
          onClick={onPay}
        >
          Pay By Credit Card
        </Button>
      )}
    </>
  )
}
