import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCcw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import css from './EmptyState.module.css'
import { Stack, Text } from './parts.tsx'

interface ErrorStateProps {
  text: string
  /** The number to give to support. */
  supportId?: string | undefined
  onRetry: () => void
  busy?: boolean
}

/** A message about content that could not be loaded, with a Retry button. */
export function ErrorState({ text, supportId, onRetry, busy }: ErrorStateProps) {
  return (
    <Stack tone="muted" className={css.empty} role="alert">
      <span className={css.icon}>
        <TriangleAlert size={22} aria-hidden />
      </span>
      <Text as="p" size={3} weight={600} tone="plain" className={css.text}>
        {text}
      </Text>
      {supportId && <p className={css.note}>Please give support this number: {supportId}</p>}
      <Button icon={<RotateCcw size={15} aria-hidden />} busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </Stack>
  )
}

export function QueryError({ query, text }: { query: FailedQuery; text: string }) {
  return (
    <ErrorState
      text={text}
      supportId={supportIdOf(query.error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

type FailedQuery = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>

interface QueryBannerProps {
  query: { isFetching: boolean; refetch: () => unknown }
  onDismiss?: () => void
  children: ReactNode
}

/** The error as a banner, for a failure that leaves the rest of the screen usable. */
export function QueryBanner({ query, onDismiss, children }: QueryBannerProps) {
  return (
    <Banner
      tone="danger"
      role="alert"
      actions={
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
      {...(onDismiss && { onDismiss })}
    >
      {children}
    </Banner>
  )
}

export interface EmptyStateProps {
  icon: ReactNode
  /** Shown above the specification's text, where that text does not fit this list. */
  heading?: string
  text: string
  note?: string
  action?: ReactNode
}

/** An empty list: the screen's text, and a note and a button if filters are the reason. */
export function EmptyState({ icon, heading, text, note, action }: EmptyStateProps) {
  return (
    <Stack tone="muted" className={css.empty} role="status">
      <span className={css.icon}>{icon}</span>
      <Text as="p" size={3} weight={600} tone="plain" className={css.text}>
        {heading ?? text}
      </Text>
      {(heading ?? note) && (
        <p className={css.note}>
          {heading !== undefined && <span>{text}</span>} {note}
        </p>
      )}
      {action}
    </Stack>
  )
}
