import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { Download } from 'lucide-react'
import { failureText } from '../api/call-failed.ts'
import type { Paged } from '../api/paged.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { downloadFailed, useSaveFile } from '../ui/useSaveFile.ts'
import { fetchHistoryCsv } from './history.api.ts'
import type { HistorySearch } from './team-search.ts'

interface HistoryExportProps {
  accountId: string
  search: HistorySearch
  history: Paged<HistoryEntry> | undefined
}

/** Every entry the filters leave, not only the page in sight. */
export function HistoryExport({ accountId, search, history }: HistoryExportProps) {
  const download = useSaveFile(
    () => fetchHistoryCsv(accountId, search),
    (error) => toast.problem(failureText(error, downloadFailed)),
  )
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      busy={download.isPending}
      disabledReason={(!history || history.count === 0) && 'Nothing to export'}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  )
}
