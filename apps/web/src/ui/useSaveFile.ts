import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../api/download.ts'
import type { NamedFile } from '../api/fetch-file.ts'
import { toast } from './toasts.ts'

export const downloadFailed = 'Failed to download file. Please try again.'

/** Fetches a file, downloads it, and shows the outcome. */
export function useSaveFile<Wanted = void>(
  fetchWanted: (wanted: Wanted) => Promise<NamedFile>,
  onError: (error: Error, wanted: Wanted) => void = () => toast.problem(downloadFailed),
) {
  return useMutation({
    mutationFn: fetchWanted,
    onSuccess: ({ file, name }) => {
      saveFile(file, name)
      toast.done('File downloaded', name)
    },
    onError,
  })
}
