import { useEffect, useRef, useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { toast } from '../ui/toasts.ts'
import { downloadFailed, useSaveFile } from '../ui/useSaveFile.ts'
import { fetchSelectedFiles } from './invoices.api.ts'

/** Downloads the files of selected invoices, one ZIP at a time; leaving the list stops it. */
export function useDownloadSelected(accountId: string) {
  const [progress, setProgress] = useState<{ begun: number; total: number }>()
  const stop = useRef(new AbortController())
  const download = useSaveFile(
    async (invoiceIds: readonly string[]) => {
      stop.current = new AbortController()
      try {
        return await fetchSelectedFiles(
          accountId,
          invoiceIds,
          stop.current.signal,
          (begun, total) => setProgress({ begun, total }),
        )
      } finally {
        setProgress(undefined)
      }
    },
    (error) => {
      if (!stop.current.signal.aborted) toast.problem(failureText(error, downloadFailed))
    },
  )
  useEffect(() => () => stop.current.abort(), [])
  return {
    isRunning: download.isPending,
    progress,
    start: (invoiceIds: readonly string[]) => !download.isPending && download.mutate(invoiceIds),
    stop: () => stop.current.abort(),
  }
}
