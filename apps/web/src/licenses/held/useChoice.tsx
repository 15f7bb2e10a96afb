import { plural } from '@portal/domain/kernel/plural'
import { useCallback, useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { usePortal } from '../../session/useSession.ts'
import { toast } from '../../ui/toasts.ts'
import type { HeldRow } from './held-rows.ts'
import { HeldItemsDialog } from './HeldItemsDialog.tsx'
import { licensesKey } from '../licenses.api.ts'
import { asChosen, type ChosenHeld } from './several-licenses.ts'
import { useAddItems } from '../unsent/useAddItems.tsx'

/** Changes or cancels licenses chosen from a list: `dialogs` request the details and add the items to the order. */
export function useChoice(onAdded?: () => void) {
  const { accountId } = usePortal().company
  const items = useAddItems()
  const [asked, ask] = useState<{ kind: 'change' | 'cancel'; chosen: readonly ChosenHeld[] }>()
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const close = () => ask(undefined)
  /** The user gets one message about each license that ended after the list showed it. */
  const report = (ids: readonly string[], consequence: string) => {
    const news = ids.filter((id) => !ended.has(id))
    if (news.length === 0) return
    setEnded(new Set([...ended, ...news]))
    const isOrAre = news.length === 1 ? 'is' : 'are'
    toast.problem(
      `${plural(news.length, 'license')} ${isOrAre} no longer in force and ${consequence}.`,
    )
  }
  return {
    choose: useCallback(
      (kind: 'change' | 'cancel', rows: readonly HeldRow[]) =>
        ask({ kind, chosen: rows.flatMap(asChosen) }),
      [],
    ),
    add: items.add,
    ended,
    onEnded: (ids: readonly string[]) => report(ids, 'left the selection'),
    dialogs: (
      <>
        {asked && (
          <HeldItemsDialog
            {...asked}
            onClose={close}
            onEnded={(ids) => {
              report(ids, 'could not be added to the order')
              void queryClient.invalidateQueries({ queryKey: licensesKey(accountId) })
            }}
            onAdd={(added, sent) => items.add(added, sent, close, () => onAdded?.())}
          />
        )}
        {items.dialog}
      </>
    ),
  }
}
