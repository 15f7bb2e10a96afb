import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { plural } from '@portal/domain/kernel/plural'
import type { RecordDifferences } from '@portal/domain/licenses/licenses.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { useQuery } from '@tanstack/react-query'
import { config } from '../api/config.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { QueryError } from '../ui/ErrorState.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import css from './Differences.module.css'
import { differencesQuery } from './licenses.api.ts'

/** How many ordered licenses do not run yet, and how often orders and records differ; nothing if none. */
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
    differences.length > 0 &&
      `${plural(differences.length, 'difference')}${isPhone ? '' : ' between orders and records'}`,
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
  return (
    <SidePanel hasEntry title="Orders and records" onClose={onClose}>
      {query.isPending ? (
        <Skeleton lines={6} lineHeight={56} label="Comparing orders and records" />
      ) : data ? (
        <>
          <section aria-label="Requested">
            <h3 className={css.title}>Requested</h3>
            {data.requested.length === 0 && <p className={css.none}>No license is requested.</p>}
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
                </li>
              ))}
            </ul>
          </section>
          <section aria-label="Differences">
            <h3 className={css.title}>Differences</h3>
            {data.differences.length === 0 ? (
              <p className={css.none}>Our records agree with your orders.</p>
            ) : (
              <p className={css.none}>
                The list shows our records. If a difference stays, please{' '}
                <a href={config.helpUrl}>contact us</a>.
              </p>
            )}
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
                    {what(one.kind === 'notRunning' ? one : asItRuns(one))}
                  </button>
                  <small>{differenceWords(one)}</small>
                </li>
              ))}
            </ul>
          </section>
        </>
      ) : (
        <QueryError query={query} text="Failed to compare orders and records." />
      )}
    </SidePanel>
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
  if (kind === 'notRunning')
    return `Provisioned by order ${orderNumber(orderId)}, but not in force in our records.`
  if (kind === 'stillRunning')
    return `Cancelled as of ${formatDay(day)} by order ${orderNumber(orderId)}, but our records have no last day.`
  const wanted = [networkName, userName].filter(Boolean).map(isolated).join(' · ')
  const recorded = [runsOn, runsFor].filter(Boolean).map(isolated).join(' · ')
  return `Changed to ${wanted} by order ${orderNumber(orderId)}, but our records still say ${recorded}.`
}
