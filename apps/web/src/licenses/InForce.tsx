import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Money } from '../ui/Money.tsx'
import { heldRows, monthlyPrices, type HeldRow } from './held-rows.ts'
import { HeldItemsDialog } from './HeldItemsDialog.tsx'
import { HeldLicenses } from './HeldLicenses.tsx'
import css from './InForce.module.css'
import { takenIn } from './item-entry.ts'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import { LicenseDetails } from './LicenseDetails.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { heldQuery, productsQuery } from './licenses.api.ts'
import { roomIn } from './local-order.ts'
import { asChosen, type ChosenHeld } from './several-licenses.ts'
import { useAddItems } from './useAddItems.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface InForceProps {
  /** The id of the license that is shown beside the list. */
  open: string | undefined
  local: UseLocalOrder
  onOpen: (licenseId: string | undefined) => void
  onPanel: (panel: OrderPanel) => void
  onOrder: (orderId: number) => void
}

/** What the company holds and what it costs: each license opens, several are changed or cancelled in one order. */
export function InForce({ open, local, onOpen, onPanel, onOrder }: InForceProps) {
  const { accountId } = usePortal().company
  const products = useQuery(productsQuery(accountId))
  const held = useQuery(heldQuery(accountId))
  const { lineItems } = local.order.data
  const taken = useMemo(() => takenIn(lineItems), [lineItems])
  const rows = useMemo(
    () => held.data && products.data && heldRows(held.data, products.data, taken),
    [held.data, products.data, taken],
  )
  const [asked, ask] = useState<{ kind: 'change' | 'cancel'; chosen: readonly ChosenHeld[] }>()
  const items = useAddItems(local)
  const action = useMemo(
    () => ({ label: 'Details' as const, choose: (row: HeldRow) => onOpen(row.licenseId) }),
    [onOpen],
  )
  const choose = (kind: 'change' | 'cancel') => (wanted: readonly HeldRow[]) =>
    ask({ kind, chosen: wanted.flatMap(asChosen) })
  return (
    <>
      <h2 className="sr-only">In force</h2>
      <HeldLicenses
        query={products.data ? held : products}
        rows={rows}
        action={action}
        onSelected={[
          { label: 'Cancel', choose: choose('cancel') },
          { label: 'Change', choose: choose('change') },
        ]}
        room={roomIn(local.order)}
        totals={rows && rows.length > 0 && <Totals rows={rows} />}
        empty={{
          icon: <KeyRound size={24} aria-hidden />,
          text: 'No licenses are in force.',
          note: 'What you order appears here once it is submitted.',
          action: (
            <Button tone="primary" onClick={() => onPanel('add_item')}>
              Order the first license
            </Button>
          ),
        }}
      />
      {open !== undefined && (
        <LicenseDetails
          key={open}
          licenseId={open}
          row={rows?.find(({ licenseId }) => licenseId === open)}
          onClose={() => onOpen(undefined)}
          onOrder={onOrder}
          onAsk={(kind, row) => ask({ kind, chosen: asChosen(row) })}
        />
      )}
      {asked && (
        <HeldItemsDialog
          kind={asked.kind}
          chosen={asked.chosen}
          onClose={() => ask(undefined)}
          onAdd={(added) => {
            if (items.add(added)) ask(undefined)
          }}
        />
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}

/** What all of them cost a month; what has no price is counted. */
function Totals({ rows }: { rows: readonly HeldRow[] }) {
  const unpriced = rows.filter(({ monthlyPrice }) => monthlyPrice === null).length
  const isProvided = rows.every((row) => row.isProvided)
  return (
    <p className={css.totals} data-edge>
      <span>A month</span>
      {monthlyPrices(rows).map(([currency, cents]) => (
        <strong key={currency}>
          <Money cents={cents} currency={currency} />
        </strong>
      ))}
      {unpriced > 0 && <span>{unpriced.toLocaleString('en-US')} without a price</span>}
      <small>{isProvided ? 'By our records.' : 'By your orders, at list prices.'}</small>
    </p>
  )
}
