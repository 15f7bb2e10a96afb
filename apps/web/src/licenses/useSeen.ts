import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import { useMemo, useState } from 'react'

/** The licenses of all pages that were shown, in their newest state: a selected one may be on another page. */
export function useSeen(page: { held: readonly HeldLicense[] } | undefined): HeldLicense[] {
  const [seen, setSeen] = useState({
    held: page?.held,
    all: byId(new Map(), page?.held ?? []),
  })
  if (page && page.held !== seen.held) setSeen({ held: page.held, all: byId(seen.all, page.held) })
  return useMemo(() => [...seen.all.values()], [seen])
}

const byId = (before: ReadonlyMap<string, HeldLicense>, held: readonly HeldLicense[]) =>
  new Map([...before, ...held.map((license) => [license.licenseId, license] as const)])
