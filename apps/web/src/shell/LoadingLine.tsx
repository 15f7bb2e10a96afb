import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import css from './LoadingLine.module.css'

/** The portal's one loading flag: something is on its way, wherever on the page it belongs. */
export function LoadingLine() {
  const fetching = useIsFetching() + useIsMutating()
  const navigating = useRouterState({ select: (state) => state.isLoading })
  return (
    <div className={css.line} data-loading={fetching > 0 || navigating || undefined} aria-hidden />
  )
}
