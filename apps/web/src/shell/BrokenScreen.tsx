import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** A page that could not be loaded or drawn: usually a new version was put in place meanwhile. */
export function BrokenScreen({ error }: ErrorComponentProps) {
  const router = useRouter()
  const isOutdated = /dynamically imported module|Failed to fetch/i.test(String(error))
  return (
    <>
      <PageTitle>Something went wrong</PageTitle>
      <ErrorState
        text="Something went wrong on this page."
        onRetry={() => (isOutdated ? location.reload() : void router.invalidate())}
      />
    </>
  )
}
