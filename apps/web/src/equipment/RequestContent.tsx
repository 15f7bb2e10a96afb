import { decidedFees } from '@portal/domain/equipment/equipment-shown'
import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { EquipmentStatus } from '@portal/domain/equipment/status'
import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { Facts } from '../ui/Facts.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Money } from '../ui/Money.tsx'
import { List, Muted, Row, Stack, Text } from '../ui/parts.tsx'
import css from './RequestContent.module.css'
import { bannerTone, statusStyles } from './status-styles.ts'

/** A complete request, below its id: in the panel beside the list and on its own page. */
export function RequestContent({ request }: { request: EquipmentRequest }) {
  const { orderDate, orderedBy, customerNotes } = request
  return (
    <div className={css.content}>
      <div className={css.columns}>
        <div className={css.about}>
          <StatusBanner status={request.externalOrderStatus} />
          <Facts
            facts={[
              { label: 'Order date', value: formatDay(orderDate) },
              { label: 'Requested by', value: orderedBy || '–' },
              {
                label: 'Customer notes',
                value: customerNotes || 'None',
                isText: customerNotes !== '',
              },
            ]}
          />
          <DecisionNotes request={request} />
        </div>
        <EquipmentItems request={request} />
      </div>
    </div>
  )
}

function StatusBanner({ status }: { status: EquipmentStatus }) {
  const { icon: Icon, meaning } = statusStyles[status]
  return (
    <Row
      gap={4}
      align="start"
      tone="muted"
      className={css.banner}
      data-tone={bannerTone(status)}
      role="status"
    >
      <Icon size={18} aria-hidden />
      <p>
        <b>{status}</b>
        {meaning}
      </p>
    </Row>
  )
}

const feesOf = (fees: number) => toCents(fees, 'USD')

/** The author, time and fees of the decision, and whether the fees have changed since. */
function DecisionNotes({ request }: { request: EquipmentRequest }) {
  const { decisions, total, externalOrderStatus } = request
  if (decisions.length === 0) return null
  return (
    <Stack as="ul" gap={2} className={css.notes} aria-label="Decisions">
      {decisions.map(
        ({ decision, decidedBy, decidedAt, total: then, shownTotal, terms }, place) => (
          <li key={decidedAt}>
            <b>{decision === 'approved' ? 'Approved' : 'Cancelled'}</b> by <bdi>{decidedBy}</bdi>,{' '}
            <Instant at={decidedAt} />
            <small>
              Installation fees then: {decidedFees(feesOf(then), shownTotal && feesOf(shownTotal))}
              {terms && ` · Statements of ${terms} accepted`}
            </small>
            {place === 0 && decision === 'approved' && then !== total && (
              <Text as="small" tone="warn">
                {externalOrderStatus === 'Order Submitted'
                  ? 'The provider has since changed the fees.'
                  : 'The fees have since changed.'}
              </Text>
            )}
          </li>
        ),
      )}
    </Stack>
  )
}

/** The items to install, and their costs. */
function EquipmentItems({ request }: { request: EquipmentRequest }) {
  const { lineItemCount, lineItems } = request.lineItems
  return (
    <section aria-label="Items">
      <Text as="h2" size={2} className={css.heading}>
        {lineItemCount === 1 ? '1 item' : `${lineItemCount.toLocaleString('en-US')} items`}
      </Text>
      {lineItemCount > 0 && (
        <List className={css.items}>
          {lineItems.map((item, place) => (
            // Two lines of a request may have the same id.
            <li key={place}>
              <b>{item.equipmentName}</b>
              <Money cents={toCents(item.installationFee, 'USD')} currency="USD" />
              <Row as="dl" gap={5} rowGap={0} align="stretch" wrap size={2} tone="muted">
                {item.equipmentType && (
                  <div>
                    <dt>Type</dt>
                    <Text as="dd" tone="plain">
                      {item.equipmentType}
                    </Text>
                  </div>
                )}
                {item.dataCenter && (
                  <div>
                    <dt>Data center</dt>
                    <Text as="dd" tone="plain">
                      {item.dataCenter}
                    </Text>
                  </div>
                )}
              </Row>
              {item.notes && (
                <Muted as="p" size={2}>
                  {item.notes}
                </Muted>
              )}
            </li>
          ))}
        </List>
      )}
      <Text as="div" weight={600} className={css.sum}>
        <span>Total</span>
        <Money cents={toCents(request.total, 'USD')} currency="USD" />
      </Text>
    </section>
  )
}
