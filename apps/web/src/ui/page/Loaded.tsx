import type { UseQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { Rendered } from '../../jsx/jsx-runtime.ts'
import { CallFailed } from '../../api/call-failed.ts'
import { Card } from '../Card.tsx'
import { EmptyState, QueryError, type EmptyStateProps } from '../ErrorState.tsx'
import { Skeleton } from '../Skeleton.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'isFetching' | 'refetch'> & {
    data: Data | undefined
  }
  /** Names the loading content for screen readers, with the number of its lines. */
  loading: string
  lines: number
  lineHeight?: number
  failed: string
  /** The content is the whole page. */
  onPage?: true
  /** Shown if the server answers that it does not exist; an earlier response is then hidden. */
  gone?: Omit<EmptyStateProps, 'icon'> | false
  children: (data: Data) => Rendered
}

/** Shows the response of the server: while it is loading, loaded, gone, or failed. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, loading, lines, lineHeight = 56, failed, onPage, gone, children } = props
  if (query.isPending) return <Skeleton lines={lines} lineHeight={lineHeight} label={loading} />
  if (gone && isGone(query))
    return <EmptyState icon={<SearchX size={24} aria-hidden />} {...gone} />
  if (query.data !== undefined) return children(query.data)
  const failure = <QueryError query={query} text={failed} />
  return onPage ? <Card flush>{failure}</Card> : failure
}

export const isGone = ({ error }: { error: Error | null }) =>
  error instanceof CallFailed && error.status === 404
