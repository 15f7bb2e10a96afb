import { changedViews, type ViewsChange } from '@portal/domain/invoices/views'
import type { InvoiceView, NewView } from '@portal/domain/invoices/views.schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { changeViews, viewsQuery } from './views.api.ts'

/** Changes of the user's views. All but saving are shown immediately, and undone if the server refuses. */
export function useViews(accountId: string) {
  const client = useQueryClient()
  const { queryKey } = viewsQuery(accountId)
  const mutationKey = ['invoice views', 'change', accountId]
  const show = (views: InvoiceView[]) => client.setQueryData(queryKey, views)
  const saving = useSingleMutation({
    mutationFn: (save: NewView) => changeViews(accountId, { save }),
    onSuccess: show,
  })
  const changing = useMutation({
    mutationKey,
    // Sent in the order of the clicks: the last change wins.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (asked: ViewsChange) => changeViews(accountId, asked),
    onMutate: async (asked) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      const after = before && changedViews(before, asked)
      if (after && typeof after === 'object' && 'views' in after) show([...after.views])
      return before
    },
    onSuccess: (views, asked, before) => {
      // The response does not contain changes that are still waiting.
      if (client.isMutating({ mutationKey }) === 1) show(views)
      if ('remove' in asked) offerUndo(before ?? [], asked.remove)
    },
    onError: (error, _asked, before) => {
      if (before) show(before)
      toast.problem(failureText(error, 'The view was not changed.'))
    },
    onSettled: (views) =>
      views || client.isMutating({ mutationKey }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey }),
  })

  function offerUndo(before: readonly InvoiceView[], id: string) {
    const place = before.findIndex((view) => view.id === id)
    const view = before[place]
    if (view)
      toast.undoable('View deleted', view.name, () => changing.mutate({ save: { ...view, place } }))
  }

  return {
    isSaving: saving.isPending,
    saveError: saving.error ? failureText(saving.error, 'The view was not saved.') : undefined,
    save: saving.mutate,
    change: changing.mutate,
  }
}
