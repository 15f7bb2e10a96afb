import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, moneyWithCode, toCents } from '@portal/domain/kernel/money'
import { cancelledState, lastDayOf } from '@portal/domain/licenses/license-end'
import type { HeldLicense, LicenseLife } from '@portal/domain/licenses/held.schema'
import { requestTypes } from '@portal/domain/licenses/request-types'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { searchable } from '../../kernel/search-params.ts'
import { businessToday } from '../../api/business-today.ts'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { isGone, Loaded } from '../../ui/page/Loaded.tsx'
import { List, Muted, Stack, Text } from '../../ui/parts.tsx'
import { PathLink } from '../../ui/page/PathLink.tsx'
import { SidePanel } from '../../ui/layers/SidePanel.tsx'
import { heldRows, userOf, whoseWords, type HeldRow } from './held-rows.ts'
import css from './LicenseDetails.module.css'
import { licenseQuery, productsQuery } from '../licenses.api.ts'
import { changeWords, dotted, namesOf } from '../order-words.ts'
import parts from '../Parts.module.css'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'
import { WithdrawDialog, type AskedLine } from '../WithdrawDialog.tsx'

interface LicenseDetailsProps {
  licenseId: string
  onAsk: (kind: 'change' | 'cancel', rows: readonly HeldRow[]) => void
}

/** One license beside the list: its values, its history of orders, and its invoices. */
export function LicenseDetails({ licenseId, onAsk }: LicenseDetailsProps) {
  const { accountId } = usePortal().company
  const { toPanel, close } = useLicensesAddress()
  const found = useQuery(licenseQuery(accountId, licenseId))
  const data = isGone(found) ? undefined : found.data
  const { data: products } = useQuery(productsQuery(accountId))
  const { lineItems } = useUnsentOrder()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const cancellation = data && cancellationOf(data.license)
  const [row] = data && products ? heldRows([data.license], products, lineItems) : []
  return (
    <SidePanel
      hasEntry
      title={data ? data.license.productName : `License ${isolated(searchable(licenseId))}`}
      {...(row && { name: `${row.productName}, ${whoseWords(row)}` })}
      onClose={close}
      actions={
        row && (
          <>
            {cancellation ? (
              <Button onClick={() => setWithdrawing(true)}>Withdraw the Cancellation</Button>
            ) : (
              <Button disabledReason={row.refusal} onClick={() => onAsk('cancel', [row])}>
                Cancel License
              </Button>
            )}
            <Button
              tone="primary"
              disabledReason={row.refusal}
              onClick={() => onAsk('change', [row])}
            >
              Change License
            </Button>
          </>
        )
      }
    >
      <Loaded
        query={found}
        lines={7}
        loading="Loading the license"
        failed="Failed to load the license."
        gone={{
          text: 'This license is not in force.',
          note: 'There is no such license, or it has ended. The orders list has what was ordered.',
          action: <Button onClick={() => toPanel('orders')}>All Orders</Button>,
        }}
      >
        {(life) => (
          <>
            <Facts facts={factsOf(life)} />
            <Orders orders={life.orders} />
            {life.bills && <Bills bills={life.bills} />}
            {isWithdrawing && cancellation && (
              <WithdrawDialog {...cancellation} onClose={() => setWithdrawing(false)} />
            )}
          </>
        )}
      </Loaded>
    </SidePanel>
  )
}

/** The pending cancellation, if it was ordered in the portal and has not taken effect. */
function cancellationOf({ asked }: HeldLicense): AskedLine | undefined {
  if (asked?.type !== requestTypes.cancel || asked.day <= businessToday()) return undefined
  const { orderId, lineId } = asked
  return lineId === null ? undefined : { orderId, lineId }
}

function factsOf({ license }: LicenseLife) {
  const { currencyIsoCode: currency, monthlyPrice, nextPrice, endsOn, asked } = license
  const lastDay = lastDayOf(license, businessToday())
  const money = (amount: number, of: string) => moneyWithCode(toCents(amount, of), of)
  const changes = [
    endsOn &&
      (lastDay
        ? `Last day ${formatDay(lastDay)}`
        : `${cancelledState(license, businessToday())}, as of ${formatDay(endsOn)}`),
    asked &&
      (asked.type === requestTypes.change
        ? changeWords(license, asked)
        : `Cancellation requested, ${orderNumber(asked.orderId)}`),
    nextPrice &&
      `${money(nextPrice.monthlyPrice, nextPrice.currencyIsoCode)} a month from ${formatDay(nextPrice.from)}`,
  ].filter((words) => typeof words === 'string')
  return [
    { label: 'License', value: license.licenseId },
    license.isSuspended && { label: 'Status', value: 'Suspended' },
    { label: 'User', value: userOf(license) ? isolated(userOf(license)) : 'No user' },
    { label: 'Network', value: isolated(license.networkName) || '–' },
    license.userName !== '' &&
      license.coveredCompany !== '' && {
        label: 'Covered company',
        value: isolated(license.coveredCompany),
      },
    license.ipAddress !== '' && { label: 'IP address', value: isolated(license.ipAddress) },
    { label: 'Since', value: license.startsOn ? formatDay(license.startsOn) : 'Not known' },
    {
      label: license.isListPrice ? 'List price a month' : 'Price a month',
      value: monthlyPrice === null ? 'No price' : money(monthlyPrice, currency),
    },
    { label: 'Next change', value: changes.length > 0 ? changes.join('; ') : 'None' },
  ]
}

const did = { 1: 'Ordered', 2: 'Cancelled', 3: 'Changed' } as const

/** The orders that named it. */
function Orders({ orders }: Pick<LicenseLife, 'orders'>) {
  const { toOrder } = useLicensesAddress()
  return (
    <Stack as="section" gap={3} aria-label="History">
      <h3>History</h3>
      {orders.length === 0 ? (
        <Muted as="p">No order in the portal names it.</Muted>
      ) : (
        <List as="ol" className={parts.rows}>
          {orders.map((order) => (
            <li key={`${order.orderId} ${order.type} ${order.day}`}>
              <button type="button" className={parts.opens} onClick={() => toOrder(order.orderId)}>
                {did[order.type]} by {isolated(order.requestorName) || 'an unknown person'}
              </button>
              <small>
                {dotted(
                  `As of ${formatDay(order.day)}`,
                  order.type === requestTypes.change && namesOf(order.networkName, order.userName),
                  `order ${orderNumber(order.orderId)}, ${order.status.toLowerCase()}`,
                  order.termsVersion && `terms ${order.termsVersion} accepted`,
                )}
              </small>
            </li>
          ))}
        </List>
      )}
    </Stack>
  )
}

function Bills({ bills }: { bills: NonNullable<LicenseLife['bills']> }) {
  return (
    <Stack as="section" gap={3} aria-label="Billed on">
      <h3>Billed on</h3>
      {bills.length === 0 ? (
        <Muted as="p">No invoice that you may see names it.</Muted>
      ) : (
        <List className={`${parts.rows} ${css.bills}`}>
          {bills.map(({ invoiceNumber, date, total, currencyIsoCode: currency }) => (
            <li key={invoiceNumber}>
              <PathLink path={`/invoices/detail/${encodeURIComponent(invoiceNumber)}`}>
                {isolated(invoiceNumber)}
              </PathLink>
              <Muted>{formatDay(date)}</Muted>
              <Text as="b" weight={500}>
                {formatMoney(toCents(total, currency), currency)}
              </Text>
            </li>
          ))}
        </List>
      )}
    </Stack>
  )
}
