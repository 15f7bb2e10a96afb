import { detailsFormat, detailsRefusal, summaryRefusal } from '@portal/domain/invoices/downloads'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { Ellipsis, FileSpreadsheet, FileText } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useDownload } from './useDownload.ts'

export function DownloadMenu({ invoice }: { invoice: Invoice }) {
  const download = useDownload(invoice.invoiceNumber)
  return (
    <Menu
      trigger={
        <IconButton
          label={`Downloads of ${invoice.invoiceNumber}`}
          tabIndex={-1}
          aria-busy={download.busy !== undefined}
        >
          {download.busy ? <Spinner /> : <Ellipsis size={16} aria-hidden />}
        </IconButton>
      }
    >
      <MenuItem
        icon={<FileText size={15} aria-hidden />}
        note="PDF"
        disabledReason={summaryRefusal(invoice)}
        onChoose={() => download.start('pdf')}
      >
        Summary
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet size={15} aria-hidden />}
        note={detailsFormat(invoice)}
        disabledReason={detailsRefusal(invoice)}
        onChoose={() => download.start('xls')}
      >
        Details
      </MenuItem>
    </Menu>
  )
}
