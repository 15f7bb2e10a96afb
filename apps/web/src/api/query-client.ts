import { QueryClient } from '@tanstack/react-query'
import { isUncertain } from './call-failed.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal stays one; only a call without an answer is worth a second try.
      retry: (failures, error) => failures < 1 && isUncertain(error),
      retryDelay: 600,
      staleTime: 10_000,
      // Offline must show an error with Retry, not a skeleton that never ends.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
