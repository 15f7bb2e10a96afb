import { tableFormats, type TableFormat } from '@portal/domain/kernel/csv'
import { Download, FileSpreadsheet } from 'lucide-react'
import { failureText } from '../api/call-failed.ts'
import type { NamedFile } from '../api/fetch-file.ts'
import { Button } from './Button.tsx'
import { toast } from './toasts.ts'
import { downloadFailed, useSaveFile } from './useSaveFile.ts'

/** Downloads a table: as a spreadsheet for people, or as CSV for programs. */
export const exportFormats = {
  xlsx: { label: 'Excel', icon: <FileSpreadsheet size={16} aria-hidden /> },
  csv: { label: 'CSV', icon: <Download size={16} aria-hidden /> },
} as const

/** Saves what `fetch` makes of the wanted table, and shows what went wrong. */
export const useExport = <Wanted,>(fetch: (wanted: Wanted) => Promise<NamedFile>) =>
  useSaveFile(fetch, (error) => toast.problem(failureText(error, downloadFailed)))

interface ExportButtonsProps {
  formats?: readonly TableFormat[]
  /** The number of rows in the file; undefined while unknown. */
  count: number | undefined
  disabledReason?: string | false
  /** Undefined until the rows have loaded. */
  fetch: ((format: TableFormat) => Promise<NamedFile>) | undefined
}

/** Download every row that matches the filters, not only the page shown. */
export function ExportButtons(props: ExportButtonsProps) {
  const { formats = tableFormats, count, disabledReason, fetch } = props
  const download = useExport(({ run }: { format: TableFormat; run: () => Promise<NamedFile> }) =>
    run(),
  )
  return formats.map((format) => {
    const { label, icon } = exportFormats[format]
    return (
      <Button
        key={format}
        icon={icon}
        busy={
          (!fetch && !disabledReason) ||
          (download.isPending && download.variables.format === format)
        }
        disabledReason={disabledReason || (!count && 'Nothing to export')}
        onClick={() => fetch && download.mutate({ format, run: () => fetch(format) })}
      >
        {label}
      </Button>
    )
  })
}
