import { KeyRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Differences, DifferencesNote } from './Differences.tsx'
import { HeldExport } from './HeldExport.tsx'
import type { HeldRow } from './held-rows.ts'
import { HeldItemsDialog } from './HeldItemsDialog.tsx'
import { HeldLicenses } from './HeldLicenses.tsx'
import { HeldTotals } from './HeldTotals.tsx'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import { LicenseDetails } from './LicenseDetails.tsx'
import type { ChangeLicenses, LicensesSearch, OrderPanel } from './licenses-search.ts'
import { asChosen, type ChosenHeld } from './several-licenses.ts'
import { useAddItems } from './useAddItems.ts'
import { useEnded } from './useEnded.ts'
import type { UseUnsentOrder } from './useUnsentOrder.ts'

interface InForceProps {
  search: LicensesSearch
  onChange: ChangeLicenses
  unsent: UseUnsentOrder
  onPanel: (panel: OrderPanel) => void
  /** Closes what is shown beside the list. */
  onClose: () => void
  onOrder: (orderId: number) => void
}

/** What the company holds and what it costs: each license opens, several are changed or cancelled in one order. */
export function InForce({ search, onChange, unsent, onPanel, onClose, onOrder }: InForceProps) {
  const { license: open, compare } = search
  const [asked, ask] = useState<{ kind: 'change' | 'cancel'; chosen: readonly ChosenHeld[] }>()
  const items = useAddItems(unsent)
  const { ended, onDeselected, onNotAdded } = useEnded()
  const action = useMemo(
    () => ({
      label: 'Details' as const,
      choose: ({ licenseId }: HeldRow) => onChange({ license: licenseId }),
    }),
    [onChange],
  )
  const choose = (kind: 'change' | 'cancel') => (wanted: readonly HeldRow[]) =>
    ask({ kind, chosen: wanted.flatMap(asChosen) })
  return (
    <>
      <h2 className="sr-only">In force</h2>
      <HeldLicenses
        search={search}
        onChange={onChange}
        unsent={unsent}
        current={open}
        ended={ended}
        onEnded={onDeselected}
        action={action}
        onSelected={[
          { label: 'Cancel', choose: choose('cancel') },
          { label: 'Change', choose: choose('change') },
        ]}
        totals={
          <HeldTotals search={search}>
            <DifferencesNote onShow={() => onChange({ compare: 'open', license: undefined })} />
          </HeldTotals>
        }
        inSheet={<HeldExport search={search} />}
        empty={{
          icon: <KeyRound size={24} aria-hidden />,
          text: 'No licenses are in force.',
          note: 'Licenses that you order appear here.',
          action: (
            <Button tone="primary" onClick={() => onPanel('add_item')}>
              Order the first license
            </Button>
          ),
        }}
      />
      {compare && open === undefined && (
        <Differences
          onClose={onClose}
          onOrder={onOrder}
          onLicense={(license) => onChange({ license })}
        />
      )}
      {open !== undefined && (
        <LicenseDetails
          key={open}
          licenseId={open}
          unsent={unsent}
          onClose={onClose}
          onOrder={onOrder}
          onOrders={() => onPanel('orders')}
          onAsk={(kind, row) => ask({ kind, chosen: asChosen(row) })}
        />
      )}
      {asked && (
        <HeldItemsDialog
          kind={asked.kind}
          chosen={asked.chosen}
          unsent={unsent}
          onClose={() => ask(undefined)}
          onEnded={onNotAdded}
          onAdd={(added, sent) => items.add(added, sent, () => ask(undefined))}
        />
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}
