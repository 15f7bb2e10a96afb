import { onlineManager, QueryClient } from '@tanstack/react-query'
import { isUncertain } from './call-failed.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is final; only a call without a response is retried, once.
      retry: (failures, error) => isUncertain(error) && (failures < 1 || whileUnreachable()),
      retryDelay: 600,
      staleTime: 10_000,
    },
    // Never paused or repeated automatically: only the user knows whether to pay again.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** For queries that are not retried for another reason: they pause until the server can be reached. */
export function whileUnreachable(): boolean {
  return !onlineManager.isOnline()
}
