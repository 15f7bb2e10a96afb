import { isolated } from '@portal/domain/kernel/isolated'
import { changed, requiredBy } from '@portal/domain/licenses/item-words'
import type { LicenseOrderDetails, ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { itemCount } from '@portal/domain/licenses/line-items'
import { agreedText } from '@portal/domain/licenses/order-shown'
import { requestTypeName } from '@portal/domain/licenses/request-types'
import { useQuery } from '@tanstack/react-query'
import { FileText, PencilLine, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { usePortal } from '../../session/useSession.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { isGone, Loaded } from '../../ui/page/Loaded.tsx'
import { List, Muted, Row, Stack } from '../../ui/parts.tsx'
import { SidePanel } from '../../ui/layers/SidePanel.tsx'
import { useSaveFile } from '../../ui/useSaveFile.ts'
import { fetchConfirmation, orderQuery } from '../licenses.api.ts'
import { rejectedItems } from '../unsent/draft-items.ts'
import { standingTone } from '../order-words.ts'
import { OrderSteps, StepDay } from './OrderSteps.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'
import css from './OrderDetails.module.css'
import parts from '../Parts.module.css'
import { WithdrawDialog } from '../WithdrawDialog.tsx'

interface OrderDetailsProps {
  id: string
  onDelete: (id: number) => void
}

/** One order beside the list: its fields and items. */
export function OrderDetails({ id, onDelete }: OrderDetailsProps) {
  const { accountId } = usePortal().company
  const { toDraft, close } = useLicensesAddress()
  const found = useQuery(orderQuery(accountId, id))
  const data = isGone(found) ? undefined : found.data
  const confirmation = useSaveFile((order: number) => fetchConfirmation(accountId, order))
  return (
    <SidePanel
      hasEntry
      title={`Order ${orderNumber(id)}`}
      onClose={close}
      actions={
        data &&
        (data.isDraft ? (
          <>
            <Button icon={<Trash2 size={15} aria-hidden />} onClick={() => onDelete(data.id)}>
              Delete
            </Button>
            <Button
              tone="primary"
              icon={<PencilLine size={15} aria-hidden />}
              onClick={() => toDraft(data.id)}
            >
              Edit
            </Button>
          </>
        ) : (
          <>
            <Button
              icon={<FileText size={15} aria-hidden />}
              busy={confirmation.isPending}
              onClick={() => confirmation.mutate(data.id)}
            >
              {data.status === 'Rejected' ? 'Order as PDF' : 'Order confirmation'}
            </Button>
            <OrderAgain order={data} />
          </>
        ))
      }
    >
      <Loaded
        query={found}
        lines={7}
        loading="Loading the order"
        failed="Failed to load license details."
        gone={{
          text: 'Failed to load license details.',
          note: 'There is no such order. A draft may have been deleted.',
        }}
      >
        {(order) => (
          <>
            {!order.isDraft && <OrderSteps order={order} />}
            <ReadItems order={order} />
            <Facts facts={factsOf(order)} />
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

/** Adds the rejected items to the order being built. */
function OrderAgain({ order }: { order: LicenseOrderDetails }) {
  const { add, isChanging, blocked } = useUnsentOrder()
  const { toPanel } = useLicensesAddress()
  const rejected = rejectedItems(order)
  if (rejected.length === 0) return null
  return (
    <Button
      tone="primary"
      icon={<RotateCw size={15} aria-hidden />}
      busy={isChanging}
      disabledReason={blocked}
      onClick={() => add(rejected, () => toPanel('new_order'))}
    >
      {rejected.length === order.lineItems.length
        ? 'Order Again'
        : `Order Rejected ${rejected.length === 1 ? 'Item' : 'Items'}`}
    </Button>
  )
}

function factsOf(order: LicenseOrderDetails) {
  const { consent } = order
  return [
    // The title shows the id, and the steps of a submitted order show its status.
    order.isDraft && {
      label: 'Status',
      value: <Badge tone={standingTone(order.status)}>{order.status}</Badge>,
    },
    order.lineItems.length > 0 &&
      areOwn(order) && { label: 'Customer order id', value: orderNumber(order.id) },
    { label: 'Account name', value: order.accountName },
    { label: 'Requestor', value: order.requestorName },
    { label: 'Created', value: <Instant at={order.createdDate} /> },
    order.submittedDate !== null && {
      label: 'Submitted',
      value: <Instant at={order.submittedDate} />,
    },
    { label: 'CRM id', value: order.crmId || 'None' },
    consent && { label: 'Change in monthly cost', value: agreedText(consent) },
    consent && {
      label: 'Terms',
      value: `Schedule C, version ${consent.termsVersion}, accepted by ${isolated(consent.acceptedBy)}`,
    },
    { label: 'Notes', value: order.notes || 'None', isText: order.notes !== '' },
  ]
}

const isOf = ({ id }: LicenseOrderDetails, item: ReadLineItem) => item.customerOrderId === id

/** Whether all items have the id of the order, which is then shown once. */
const areOwn = (order: LicenseOrderDetails) => order.lineItems.every((item) => isOf(order, item))

function ReadItems({ order }: { order: LicenseOrderDetails }) {
  const { lineItems: items, withdrawnCount: withdrawn } = order
  const [asked, ask] = useState<number>()
  const rejected = items.filter(({ status }) => status === 'Rejected').length
  const showsIds = !areOwn(order)
  return (
    <Stack as="section" gap={3} aria-label="Line items">
      <Row as="h3" gap={3}>
        {itemCount(items.length)}
        {rejected > 0 && rejected < items.length && (
          <Badge tone={standingTone('Rejected')}>{rejected} rejected</Badge>
        )}
        {withdrawn > 0 && withdrawn < items.length && (
          <Badge tone={standingTone('Withdrawn')}>{withdrawn} withdrawn</Badge>
        )}
      </Row>
      <List className={parts.rows}>
        {items.map((item, index) => (
          // oxlint-disable-next-line no-array-index-key -- imported items may have no id
          <li key={index}>
            <strong>{item.productName}</strong>
            {item.status && (
              <Row as="p" tone="muted" wrap className={css.standing}>
                <Badge tone={standingTone(item.status)}>{item.status}</Badge>{' '}
                {item.statusDate && <StepDay step={item.status} at={item.statusDate} />}
                {item.statusReason && <span>{isolated(item.statusReason)}</span>}
                {item.withdrawnBy && <span>by {isolated(item.withdrawnBy)}</span>}
              </Row>
            )}
            <Row as="dl" size={2} align="stretch" wrap className={css.facts}>
              <Fact label="Request type" value={requestTypeName(item.customerOrderRequestTypeId)} />
              <Fact label="Date required" value={requiredBy(item)} />
              <Fact label="Network" value={changed(item, 'oldNetworkName', 'networkName')} />
              <Fact label="User" value={changed(item, 'oldUserName', 'userName')} />
              <Fact label="Covered company" value={String(item.coveredCompany ?? '')} />
              <Fact label="IP address" value={changed(item, 'oldIPAddress', 'ipAddress')} />
              {showsIds && (
                <Fact
                  label="Customer order id"
                  value={isOf(order, item) ? orderNumber(order.id) : String(item.customerOrderId)}
                />
              )}
            </Row>
            {item.canWithdraw && (
              <Button
                size="small"
                aria-label={`Withdraw item ${index + 1}, ${item.productName}`}
                onClick={() => ask(item.lineId)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </List>
      {asked !== undefined && (
        <WithdrawDialog orderId={order.id} lineId={asked} onClose={() => ask(undefined)} />
      )}
    </Stack>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  if (!value) return null
  return (
    <div>
      <Muted as="dt">{label}</Muted>
      <dd>{value}</dd>
    </div>
  )
}
