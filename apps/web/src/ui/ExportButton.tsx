import { Download } from 'lucide-react'
import { failureText } from '../api/call-failed.ts'
import type { fetchFile } from '../api/fetch-file.ts'
import { Button } from './Button.tsx'
import { toast } from './toasts.ts'
import { downloadFailed, useSaveFile } from './useSaveFile.ts'

interface ExportButtonProps {
  children: string
  /** The number of rows in the file; undefined while unknown. */
  count: number | undefined
  fetch: () => ReturnType<typeof fetchFile>
}

/** Downloads every row that matches the filters, not only the page shown. */
export function ExportButton({ children, count, fetch }: ExportButtonProps) {
  const download = useSaveFile(fetch, (error) => toast.problem(failureText(error, downloadFailed)))
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      busy={download.isPending}
      disabledReason={!count && 'Nothing to export'}
      onClick={() => download.mutate()}
    >
      {children}
    </Button>
  )
}
