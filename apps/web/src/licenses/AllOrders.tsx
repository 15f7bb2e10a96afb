import { itemCount } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSettled } from '../kernel/useSettled.ts'
import { usePortal } from '../session/useSession.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { totalText } from '../ui/page-range.ts'
import { SearchInput } from '../ui/SearchField.tsx'
import { useTypedText } from '../ui/useTypedText.ts'
import css from './AllOrders.module.css'
import { DeleteDraftDialog } from './DeleteDraftDialog.tsx'
import { ordersQuery } from './licenses.api.ts'
import type { ChangeLicenses, LicensesSearch, OrderPanel } from './licenses-search.ts'
import { OrderDetails } from './OrderDetails.tsx'
import { OrderList } from './OrderList.tsx'
import type { UseLocalOrder } from './useLocalOrder.ts'

const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'Draft', label: 'Draft' },
  { value: 'Submitted', label: 'Submitted' },
] as const

interface AllOrdersProps {
  search: Omit<LicensesSearch, 'draft'>
  local: UseLocalOrder
  onChange: ChangeLicenses
  onPanel: (panel: OrderPanel) => void
  onEdit: (id: number) => void
}

/** Every order of the company, drafts and submitted ones. */
export function AllOrders({ search, local, onChange, onPanel, onEdit }: AllOrdersProps) {
  const { accountId } = usePortal().company
  const keep = useCallback((text: string) => onChange({ q: text }), [onChange])
  const [typed, type] = useTypedText(search.q, keep)
  const q = useSettled(search.q, 250)
  const { order: open, ...filters } = search
  const asked = { ...filters, q }
  const list = useQuery(ordersQuery(accountId, asked))
  const [toDelete, setToDelete] = useState<number>()
  const { data } = list
  const items = local.order.data.lineItems.length

  return (
    <>
      {items > 0 && (
        <Banner
          tone="info"
          role="status"
          actions={
            <Button size="small" tone="primary" onClick={() => onPanel('new_order')}>
              Continue
            </Button>
          }
        >
          {local.order.id === undefined
            ? `You have begun an order with ${itemCount(items)} that is not sent yet.`
            : `You are editing draft #${local.order.id} (${itemCount(items)}).`}
        </Banner>
      )}
      <div className={css.toolbar}>
        <SearchInput
          label="Search orders"
          placeholder="Search requestor, notes or id"
          value={typed}
          onChange={type}
        />
        <Choice
          label="Status"
          value={search.status ?? 'all'}
          onChange={(status) => onChange({ status: status === 'all' ? undefined : status })}
          items={statusChoices}
        />
        <span className={css.total} role="status">
          {data && totalText(data)}
        </span>
      </div>
      <OrderList
        list={list}
        search={asked}
        onChange={onChange}
        onEdit={onEdit}
        onDelete={setToDelete}
        onNew={() => onPanel('add_item')}
      />
      {open !== undefined && (
        <OrderDetails
          key={open}
          accountId={accountId}
          id={open}
          onClose={() => onChange({ order: undefined })}
          onEdit={onEdit}
          onDelete={setToDelete}
        />
      )}
      {toDelete !== undefined && (
        <DeleteDraftDialog
          id={toDelete}
          local={local}
          onClose={() => setToDelete(undefined)}
          onDeleted={() => onChange({ order: undefined })}
        />
      )}
    </>
  )
}
