import type { ReactElement } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { CallFailed, supportIdOf } from '../api/call-failed.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/page/Notice.tsx'

export const documentTitle = 'Emails'

/** The page of a link in an email while it loads, and if it fails; shows `invalid` if the server does not know the link. */
export function LinkNotShown({ query, invalid }: { query: UseQueryResult; invalid: ReactElement }) {
  const { error, isPending, isFetching, refetch } = query
  if (isPending)
    return (
      <Notice title="Emails" documentTitle={documentTitle} role="status" text="One moment..." />
    )
  if (error instanceof CallFailed && error.status < 500) return invalid
  return (
    <ErrorState
      text="The page could not be loaded."
      supportId={supportIdOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
