import { isolated } from '@portal/domain/kernel/isolated'
import { changed, requiredBy } from '@portal/domain/licenses/item-words'
import type { ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { openSteps } from '@portal/domain/licenses/order-steps'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { withdrawnEffect } from '@portal/domain/licenses/withdraw'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { usePortal } from '../session/useSession.ts'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Loaded } from '../ui/page/Loaded.tsx'
import { toast } from '../ui/toasts.ts'
import { licensesKey, orderQuery, withdrawItem } from './licenses.api.ts'

/** An item of a submitted order. */
export interface AskedLine {
  orderId: number
  lineId: number
}

/** Shows an item of a submitted order, and withdraws it unless it has changed since. */
export function WithdrawDialog({ orderId, lineId, onClose }: AskedLine & { onClose: () => void }) {
  const { accountId } = usePortal().company
  const client = useQueryClient()
  const order = useQuery(orderQuery(accountId, String(orderId)))
  const item = order.data?.lineItems.find((one) => one.lineId === lineId)
  const now = item?.status ?? order.data?.status
  const status = openSteps.find((step) => step === now)
  const refresh = () => client.invalidateQueries({ queryKey: licensesKey(accountId) })
  const withdrawal = useSingleMutation({
    mutationFn: (seen: (typeof openSteps)[number]) =>
      withdrawItem(accountId, orderId, { id: lineId, status: seen }),
    onSuccess: async () => {
      toast.done('Item withdrawn', item && isolated(item.productName))
      onClose()
      await refresh()
    },
    // The item may have taken effect.
    onError: refresh,
  })
  const tooLate = item && !item.canWithdraw ? 'This item can no longer be withdrawn.' : undefined
  return (
    <ConfirmDialog
      title="Withdraw Item"
      description="Are you sure you want to withdraw this item? Nothing of it will take effect. The rest of the order stays."
      busy={withdrawal.isPending}
      error={
        withdrawal.isError
          ? failureText(withdrawal.error, 'The item could not be withdrawn.')
          : tooLate
      }
      cancel="Keep"
      disabledReason={item ? tooLate : 'The item is not loaded yet.'}
      action="Withdraw"
      onConfirm={() => status && withdrawal.mutate(status)}
      onClose={onClose}
    >
      <Loaded
        query={{ ...order, data: item }}
        lines={5}
        lineHeight={28}
        loading="Loading the item"
        failed="Failed to load license details."
      >
        {(one) => (
          <Facts facts={factsOf(one, `${orderNumber(orderId)}, ${String(now).toLowerCase()}`)} />
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

const factsOf = (item: ReadLineItem, order: string) =>
  [
    { label: 'Order', value: order },
    { label: 'Request', value: requestTypeName(item.customerOrderRequestTypeId) },
    { label: 'Product', value: isolated(item.productName) },
    { label: 'Network', value: changed(item, 'oldNetworkName', 'networkName') },
    { label: 'User', value: changed(item, 'oldUserName', 'userName') },
    { label: 'Covered company', value: isolated(String(item.coveredCompany ?? '')) },
    { label: 'As of', value: requiredBy(item) },
    { label: 'Ordered change in monthly cost', value: withdrawnEffect(item) },
  ].filter(({ value }) => value)
