import { detailsFormat, detailsRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { FileSpreadsheet, FileText, Send } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { MenuItem } from '../ui/layers/Menu.tsx'
import { SharedMenu } from '../ui/layers/SharedMenu.tsx'
import { useDownload } from './useDownload.ts'

const SendInvoicesDialog = lazyLayer(() => import('./SendInvoicesDialog.tsx'), 'SendInvoicesDialog')

export interface OpenDownloads {
  invoice: Invoice
  anchor: HTMLElement
}

interface DownloadMenuProps {
  /** The invoice whose menu is open; undefined if closed. */
  open: OpenDownloads | undefined
  onClose: () => void
}

/** The files of one invoice in the list. */
export const DownloadMenu = memo(function DownloadMenu({ open, onClose }: DownloadMenuProps) {
  const download = useDownload()
  const invoice = open?.invoice
  const [sent, setSent] = useState<Invoice>()
  return (
    <>
      <SharedMenu anchor={open?.anchor} onClose={onClose}>
        {invoice && (
          <>
            <MenuItem
              icon={<FileText size={15} aria-hidden />}
              note="PDF"
              disabledReason={summaryRefusal(invoice)}
              onChoose={() => download.start(invoice.invoiceNumber, 'pdf')}
            >
              Summary
            </MenuItem>
            <MenuItem
              icon={<FileSpreadsheet size={15} aria-hidden />}
              note={detailsFormat(invoice)}
              disabledReason={detailsRefusal(invoice)}
              onChoose={() => download.start(invoice.invoiceNumber, 'xls')}
            >
              Details
            </MenuItem>
            <MenuItem
              icon={<Send size={15} aria-hidden />}
              disabledReason={summaryRefusal(invoice)}
              onChoose={() => setSent(invoice)}
            >
              Send by email…
            </MenuItem>
          </>
        )}
      </SharedMenu>
      <Suspense>
        {sent && <SendInvoicesDialog invoices={[sent]} onClose={() => setSent(undefined)} />}
      </Suspense>
    </>
  )
})
