import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/Button.tsx'

/** To the page of a request; the list's query goes along, so that the page can lead back to it. */
export function RequestLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/erf/detail/$id"
      params={{ id }}
      state={{ listQuery: location.search }}
      className={buttonClass({})}
    >
      {children}
    </Link>
  )
}
