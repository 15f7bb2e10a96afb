import type { LicenseOrder } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { orderStandings } from '@portal/domain/licenses/order-steps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { queryClient } from '../../api/query-client.ts'
import { usePortal } from '../../session/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/fields/Choice.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { Filters } from '../../ui/fields/Filters.tsx'
import { totalText } from '../../ui/lists/page-range.ts'
import { PagedList } from '../../ui/lists/PagedList.tsx'
import { SearchInput } from '../../ui/fields/SearchField.tsx'
import { toast } from '../../ui/toasts.ts'
import { Toolbar } from '../../ui/page/Toolbar.tsx'
import { useSearchText } from '../../ui/fields/useTypedText.ts'
import { deleteDraft, orderQuery, ordersKey, ordersQuery, pageSize } from '../licenses.api.ts'
import { orderList } from './order-columns.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

const statusChoices = [
  { value: 'all', label: 'All' },
  ...orderStandings.map((value) => ({ value, label: value })),
] as const

/** Every order of the company, drafts and submitted ones. */
export function AllOrders() {
  const { search, change, toPanel, toDraft, close } = useLicensesAddress()
  const { content, lineItems } = useUnsentOrder()
  const { accountId } = usePortal().company
  const [typed, type, q] = useSearchText(search.q, change)
  const { order: open, status, page } = search
  const asked = { q, status, page }
  const list = useQuery(ordersQuery(accountId, asked))
  const [toDelete, setToDelete] = useState<number>()
  const [deleted, setDeleted] = useState<number>()
  const actions = useMemo(
    () => ({
      open: (id: number) => change({ order: String(id) }),
      edit: toDraft,
      remove: setToDelete,
    }),
    [change, toDraft],
  )
  const items = lineItems.length

  return (
    <>
      {items > 0 && (
        <Banner
          tone="info"
          role="status"
          actions={
            <Button size="small" tone="primary" onClick={() => toPanel('new_order')}>
              Continue
            </Button>
          }
        >
          {content.draft?.id === undefined
            ? `You have started an order with ${itemCount(items)} that has not been submitted.`
            : `You are editing draft #${orderNumber(content.draft?.id)} (${itemCount(items)}).`}
        </Banner>
      )}
      <PagedList
        query={list}
        toolbar={
          <Toolbar total={list.data && totalText(list.data)}>
            <SearchInput
              label="Search orders"
              placeholder="Search requestor, notes or id"
              value={typed}
              onChange={type}
            />
            <Filters
              on={Number(status !== undefined)}
              onClear={() => change({ status: undefined })}
              found={list.data?.count}
              noun="order"
            >
              <Choice
                chip
                label="Status"
                value={status ?? 'all'}
                onChange={(value) => change({ status: value === 'all' ? undefined : value })}
                items={statusChoices}
              />
            </Filters>
          </Toolbar>
        }
        list={orderList}
        actions={actions}
        keyOf={keyOf}
        current={open}
        onUnlisted={() => {
          // A draft deleted here is gone, and its panel is about to close.
          if (open === undefined || open === String(deleted)) return
          const { queryKey } = orderQuery(accountId, open)
          void queryClient.invalidateQueries({ queryKey })
        }}
        loading="Loading licenses"
        failed="Failed to load licenses."
        empty={{
          icon: <KeyRound size={24} aria-hidden />,
          text: 'No Licenses Found.',
          heading: 'Nothing has been ordered yet.',
          note: 'Add an item, check the order, then save or submit it. It appears here with its status.',
          action: (
            <Button tone="primary" onClick={() => toPanel('add_item')}>
              Add Item
            </Button>
          ),
        }}
        filters={
          (q !== '' || status !== undefined) && {
            note: `No order matches the search${status ? ' and the filter' : ''}.`,
            isSearch: status === undefined,
            onClear: () => change({ q: undefined, status: undefined }),
          }
        }
        beyond="This page is past the end of the orders."
        pages="Pages of the orders"
        page={page}
        size={pageSize}
        onPage={(next) => change({ page: next })}
        load={(next) => queryClient.fetchQuery(ordersQuery(accountId, { ...asked, page: next }))}
      />
      {open !== undefined && <OrderDetails key={open} id={open} onDelete={setToDelete} />}
      {toDelete !== undefined && (
        <DeleteDraftDialog
          id={toDelete}
          onClose={() => setToDelete(undefined)}
          onDeleted={() => {
            setDeleted(toDelete)
            if (open !== undefined) close()
          }}
        />
      )}
    </>
  )
}

const keyOf = (order: LicenseOrder) => String(order.id)

interface DeleteDraftDialogProps {
  id: number
  onClose: () => void
  onDeleted: () => void
}

function DeleteDraftDialog({ id, onClose, onDeleted }: DeleteDraftDialogProps) {
  const unsent = useUnsentOrder()
  const { accountId } = usePortal().company
  const client = useQueryClient()
  const deletion = useSingleMutation({
    mutationFn: () => deleteDraft(accountId, id),
    onSuccess: async () => {
      toast.done('Draft deleted.')
      onDeleted()
      onClose()
      // If this draft is open here, it is removed too, unless it has unsaved changes.
      await Promise.all([
        unsent.query.refetch(),
        client.invalidateQueries({ queryKey: ordersKey(accountId) }),
      ])
    },
  })
  return (
    <ConfirmDialog
      title="Delete Draft"
      description={`Are you sure you want to delete draft #${orderNumber(id)}?`}
      busy={deletion.isPending}
      error={deletion.isError ? 'Failed to delete draft. Please try again.' : undefined}
      action="Delete"
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    />
  )
}
