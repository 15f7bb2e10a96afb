import { useMatches } from '@tanstack/react-router'
import { Page } from '../ui/Page.tsx'

/** A known page that is not built yet: its name and the plain fact. */
export function LaterScreen() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' })
  return (
    <Page title={title}>
      <p>This page is not available yet.</p>
    </Page>
  )
}
