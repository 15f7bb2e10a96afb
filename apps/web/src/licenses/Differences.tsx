import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { plural } from '@portal/domain/kernel/plural'
import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { config } from '../api/config.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import css from './Differences.module.css'
import { differencesQuery } from './licenses.api.ts'
import { WithdrawDialog, type AskedLine } from './WithdrawDialog.tsx'

/** How many ordered licenses are not in force yet, and how many are not as ordered; nothing if none. */
export function DifferencesNote({ onShow }: { onShow: () => void }) {
  const { data } = useQuery(differencesQuery(usePortal().company.accountId))
  const isPhone = useMedia(narrow)
  if (!data) return null
  const { requested, differences } = data
  if (requested.length + differences.length === 0) return null
  const words = [
    requested.length > 0 &&
      (isPhone
        ? `${requested.length} requested`
        : `${plural(requested.length, 'license')} requested`),
    differences.length > 0 && `${differences.length.toLocaleString('en-US')} not as ordered`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Button size="small" onClick={onShow}>
      {words}
    </Button>
  )
}

interface DifferencesProps {
  onClose: () => void
  onOrder: (orderId: number) => void
  onLicense: (licenseId: string) => void
}

/** Beside the list: what was ordered and is not in force yet, and where orders and records differ. */
export function Differences({ onClose, onOrder, onLicense }: DifferencesProps) {
  const query = useQuery(differencesQuery(usePortal().company.accountId))
  const { data } = query
  const [asked, ask] = useState<AskedLine>()
  return (
    <SidePanel hasEntry title="Ordered and in force" onClose={onClose}>
      {query.isPending ? (
        <Skeleton lines={6} lineHeight={56} label="Comparing orders and records" />
      ) : data ? (
        <>
          {data.requested.length + data.differences.length === 0 && (
            <p className={css.note}>All licenses are in force as you ordered them.</p>
          )}
          {data.requested.length > 0 && (
            <section aria-labelledby="requested">
              <h3 id="requested" className={css.title}>
                Requested
              </h3>
              <p className={css.note}>
                We are working on these licenses. You do not need to do anything. Until one is in
                force, you can withdraw it.
              </p>
              <ul className={css.list}>
                {data.requested.map((line, nth) => (
                  // oxlint-disable-next-line react/no-array-index-key -- an order may add several that are alike
                  <li key={`${line.orderId} ${nth}`}>
                    <button type="button" onClick={() => onOrder(line.orderId)}>
                      {what(line)}
                    </button>
                    <small>
                      Order {orderNumber(line.orderId)}, {line.status.toLowerCase()} · from{' '}
                      {formatDay(line.day)}
                    </small>
                    <Withdraw line={line} onAsk={ask} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {data.differences.length > 0 && (
            <section aria-labelledby="differences">
              <h3 id="differences" className={css.title}>
                Not as you ordered
              </h3>
              <p className={css.note}>
                Our records do not match your orders for these licenses. The list shows our records,
                which can follow an order later. If one stays as it is, please{' '}
                <a href={config.helpUrl}>contact us</a> with the order number.
              </p>
              <ul className={css.list}>
                {data.differences.map((one, nth) => (
                  // oxlint-disable-next-line react/no-array-index-key -- see above
                  <li key={`${one.orderId} ${nth}`}>
                    <button
                      type="button"
                      onClick={() =>
                        one.licenseId === null ? onOrder(one.orderId) : onLicense(one.licenseId)
                      }
                    >
                      {what(one.licenseId === null ? one : asItRuns(one))}
                    </button>
                    <small>{differenceWords(one)}</small>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : (
        <QueryError query={query} text="Failed to compare orders and records." />
      )}
      {asked && <WithdrawDialog {...asked} onClose={() => ask(undefined)} />}
    </SidePanel>
  )
}

type Requested = RecordDifferences['requested'][number]

/** Nothing for what another system ordered. */
function Withdraw({ line, onAsk }: { line: Requested; onAsk: (line: AskedLine) => void }) {
  const { orderId, lineId } = line
  if (lineId === null) return null
  return (
    <Button
      size="small"
      aria-label={`Withdraw ${what(line)}`}
      onClick={() => onAsk({ orderId, lineId })}
    >
      Withdraw
    </Button>
  )
}

type Difference = RecordDifferences['differences'][number]

const asItRuns = ({ productName, runsOn, runsFor }: Difference) => ({
  productName,
  networkName: runsOn,
  userName: runsFor,
})

/** `TT Pro · ICE · ann` */
const what = ({
  productName,
  networkName,
  userName,
}: Pick<Difference, 'productName' | 'networkName' | 'userName'>) =>
  [productName, networkName, userName].filter(Boolean).map(isolated).join(' · ')

function differenceWords(one: Difference): string {
  const { kind, orderId, day, networkName, userName, runsOn, runsFor } = one
  const order = `order ${orderNumber(orderId)}`
  if (kind === 'notRunning')
    return `We completed ${order}, but our records do not show this license.`
  if (kind === 'noRecord')
    return `You asked for a change with ${order}, but our records no longer show this license.`
  if (kind === 'notWithdrawn')
    return `You withdrew this from ${order}, but it was carried out all the same.`
  if (kind === 'stillRunning')
    return `You cancelled it as of ${formatDay(day)} with ${order}, but our records show no end.`
  const wanted = [networkName, userName].filter(Boolean).map(isolated).join(' · ')
  const recorded = [runsOn, runsFor].filter(Boolean).map(isolated).join(' · ')
  return `You changed it to ${wanted} with ${order}, but our records still show ${recorded}.`
}
