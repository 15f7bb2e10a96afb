import { useQuery } from '@tanstack/react-query'
import { usePortal } from '../session/useSession.ts'
import { ExportButton } from '../ui/ExportButton.tsx'
import { fetchHeldCsv, heldCostsQuery } from './licenses.api.ts'
import type { HeldSearch } from './licenses-search.ts'

/** Downloads the licenses that match; on a phone it is below the filters. */
export function HeldExport({ search }: { search: HeldSearch }) {
  const { accountId } = usePortal().company
  const { data: costs } = useQuery(heldCostsQuery(accountId, search))
  return (
    <ExportButton count={costs?.count} fetch={() => fetchHeldCsv(accountId, search)}>
      Export CSV
    </ExportButton>
  )
}
