import { plural } from '@portal/domain/kernel/plural'
import { useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { usePortal } from '../session/useSession.ts'
import { toast } from '../ui/toasts.ts'
import { licensesKey } from './licenses.api.ts'

/** Licenses that ended after the list showed them. The user gets one message about each. */
export function useEnded() {
  const { accountId } = usePortal().company
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const tell = (ids: readonly string[], consequence: string) => {
    const news = ids.filter((id) => !ended.has(id))
    if (news.length === 0) return
    setEnded(new Set([...ended, ...news]))
    const isOrAre = news.length === 1 ? 'is' : 'are'
    toast.problem(
      `${plural(news.length, 'license')} ${isOrAre} no longer in force and ${consequence}.`,
    )
  }
  return {
    ended,
    /** They were selected. */
    onDeselected: (ids: readonly string[]) => tell(ids, 'left the selection'),
    /** They were about to be added to the order. */
    onNotAdded: (ids: readonly string[]) => {
      tell(ids, 'could not be added to the order')
      void queryClient.invalidateQueries({ queryKey: licensesKey(accountId) })
    },
  }
}
