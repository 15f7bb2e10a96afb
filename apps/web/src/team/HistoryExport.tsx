import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { failureText } from '../api/call-failed.ts'
import { saveFile } from '../api/download.ts'
import type { Paged } from '../api/paged.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { fetchHistoryCsv } from './history.api.ts'
import type { HistorySearch } from './team-search.ts'

interface HistoryExportProps {
  accountId: string
  search: HistorySearch
  history: Paged<HistoryEntry> | undefined
}

/** Every entry the filters leave, not only the page in sight. */
export function HistoryExport({ accountId, search, history }: HistoryExportProps) {
  const download = useMutation({
    mutationFn: () => fetchHistoryCsv(accountId, search),
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.done('File downloaded', name)
    },
    onError: (error) =>
      toast.problem(failureText(error, 'Failed to download file. Please try again.')),
  })
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
