import { formatDay } from '@portal/domain/kernel/day'
import { plural } from '@portal/domain/kernel/plural'
import type { RecordDifferences } from '@portal/domain/licenses/held.schema'
import { orderNumber } from '@portal/domain/licenses/order-number'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { config } from '../../api/config.ts'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/page/Loaded.tsx'
import { List, Muted, Stack } from '../../ui/parts.tsx'
import { SidePanel } from '../../ui/layers/SidePanel.tsx'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import css from './Differences.module.css'
import { differencesQuery } from '../licenses.api.ts'
import { dotted, namesOf } from '../order-words.ts'
import parts from '../Parts.module.css'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { WithdrawDialog, type AskedLine } from '../WithdrawDialog.tsx'

/** The number of ordered licenses that are not in force yet, and of those that differ from the order; empty if none. */
export function DifferencesNote() {
  const { data } = useQuery(differencesQuery(usePortal().company.accountId))
  const { change } = useLicensesAddress()
  const isPhone = useMedia(narrow)
  if (!data) return null
  const { requested, differences } = data
  if (requested.length + differences.length === 0) return null
  return (
    <Button size="small" onClick={() => change({ compare: 'open', license: undefined })}>
      {dotted(
        requested.length > 0 &&
          `${isPhone ? requested.length : plural(requested.length, 'license')} requested`,
        differences.length > 0 && `${differences.length.toLocaleString('en-US')} not as ordered`,
      )}
    </Button>
  )
}

/** Beside the list: ordered licenses that are not in force yet, and differences between orders and records. */
export function Differences() {
  const query = useQuery(differencesQuery(usePortal().company.accountId))
  const { change, toOrder, close } = useLicensesAddress()
  const [asked, ask] = useState<AskedLine>()
  return (
    <SidePanel hasEntry title="Ordered and in force" onClose={close}>
      <Loaded
        query={query}
        lines={6}
        loading="Comparing orders and records"
        failed="Failed to compare orders and records."
      >
        {({ requested, differences }) => (
          <>
            {requested.length + differences.length === 0 && (
              <Muted as="p">All licenses are in force as you ordered them.</Muted>
            )}
            {requested.length > 0 && (
              <Part
                title="Requested"
                note="We are working on these licenses. You do not need to do anything. Until one is in force, you can withdraw it."
              >
                {requested.map((line, nth) => (
                  // oxlint-disable-next-line react/no-array-index-key -- an order may add several equal ones
                  <li key={`${line.orderId} ${nth}`}>
                    <button
                      type="button"
                      className={parts.opens}
                      onClick={() => toOrder(line.orderId)}
                    >
                      {what(line)}
                    </button>
                    <small>
                      Order {orderNumber(line.orderId)}, {line.status.toLowerCase()} · from{' '}
                      {formatDay(line.day)}
                    </small>
                    {/* Empty for licenses that were ordered in another system. */}
                    {line.lineId !== null && (
                      <Button
                        size="small"
                        aria-label={`Withdraw ${what(line)}`}
                        onClick={() => ask({ orderId: line.orderId, lineId: line.lineId! })}
                      >
                        Withdraw
                      </Button>
                    )}
                  </li>
                ))}
              </Part>
            )}
            {differences.length > 0 && (
              <Part
                title="Not as you ordered"
                note={
                  <>
                    Our records do not match your orders for these licenses. The list shows our
                    records, which can follow an order later. If one stays as it is, please{' '}
                    <a className={css.contact} href={config.helpUrl}>
                      contact us
                    </a>{' '}
                    with the order number.
                  </>
                }
              >
                {differences.map(({ licenseId, ...one }, nth) => (
                  // oxlint-disable-next-line react/no-array-index-key -- see above
                  <li key={`${one.orderId} ${nth}`}>
                    <button
                      type="button"
                      className={parts.opens}
                      onClick={() =>
                        licenseId === null ? toOrder(one.orderId) : change({ license: licenseId })
                      }
                    >
                      {licenseId === null
                        ? what(one)
                        : namesOf(one.productName, one.runsOn, one.runsFor)}
                    </button>
                    <small>{differenceWords(one)}</small>
                  </li>
                ))}
              </Part>
            )}
          </>
        )}
      </Loaded>
      {asked && <WithdrawDialog {...asked} onClose={() => ask(undefined)} />}
    </SidePanel>
  )
}

function Part({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" gap={3} aria-label={title}>
      <h3>{title}</h3>
      <Muted as="p">{note}</Muted>
      <List className={parts.rows}>{children}</List>
    </Stack>
  )
}

type Difference = Omit<RecordDifferences['differences'][number], 'licenseId'>

const what = (one: Pick<Difference, 'productName' | 'networkName' | 'userName'>) =>
  namesOf(one.productName, one.networkName, one.userName)

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
  return `You changed it to ${namesOf(networkName, userName)} with ${order}, but our records still show ${namesOf(runsOn, runsFor)}.`
}
