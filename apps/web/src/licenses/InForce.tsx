import { toCents } from '@portal/domain/kernel/money'
import type { PriceTotal } from '@portal/domain/licenses/licenses.schema'
import { basisWords } from '@portal/domain/licenses/monthly-effect'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Money } from '../ui/Money.tsx'
import { Differences, DifferencesNote } from './Differences.tsx'
import { HeldExport } from './HeldExport.tsx'
import type { HeldRow } from './held-rows.ts'
import { HeldItemsDialog } from './HeldItemsDialog.tsx'
import { HeldLicenses } from './HeldLicenses.tsx'
import css from './InForce.module.css'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import { LicenseDetails } from './LicenseDetails.tsx'
import type { ChangeLicenses, HeldSearch, LicensesSearch, OrderPanel } from './licenses-search.ts'
import { heldCostsQuery } from './licenses.api.ts'
import { asChosen, type ChosenHeld } from './several-licenses.ts'
import { useAddItems } from './useAddItems.ts'
import { useEnded } from './useEnded.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface InForceProps {
  search: LicensesSearch
  onChange: ChangeLicenses
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
  /** Closes what is shown beside the list. */
  onClose: () => void
  onOrder: (orderId: number) => void
}

/** What the company holds and what it costs: each license opens, several are changed or cancelled in one order. */
export function InForce({ search, onChange, local, onPanel, onClose, onOrder }: InForceProps) {
  const { license: open, compare } = search
  const [asked, ask] = useState<{ kind: 'change' | 'cancel'; chosen: readonly ChosenHeld[] }>()
  const items = useAddItems(local)
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
        local={local}
        current={open}
        ended={ended}
        onEnded={onDeselected}
        action={action}
        onSelected={[
          { label: 'Cancel', choose: choose('cancel') },
          { label: 'Change', choose: choose('change') },
        ]}
        totals={
          <div className={css.standing} data-edge>
            <Totals search={search} />
            <DifferencesNote onShow={() => onChange({ compare: 'open', license: undefined })} />
          </div>
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
          local={local}
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
          onClose={() => ask(undefined)}
          onEnded={onNotAdded}
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

/** What those that match cost a month; what has no price is counted. */
function Totals({ search }: { search: HeldSearch }) {
  const { accountId } = usePortal().company
  const { data: costs } = useQuery(heldCostsQuery(accountId, search))
  if (!costs || costs.count === 0) return null
  const { totals, unpriced, isProvided } = costs
  const [first, ...others] = totals
  const isOneBasis = others.every(({ basis }) => basis === first?.basis)
  return (
    <div className={css.totals}>
      <span>A month</span>
      {totals.map(({ currencyIsoCode: currency, amount, basis }) => (
        <Fragment key={currency}>
          <strong>
            <Money cents={toCents(amount, currency)} currency={currency} />
          </strong>
          {!isOneBasis && <span>{basisWords[basis]}</span>}
        </Fragment>
      ))}
      {unpriced > 0 && <span>{unpriced.toLocaleString('en-US')} without any price</span>}
      {isOneBasis && <small>{sourceText(isProvided, first?.basis)}</small>}
    </div>
  )
}

/** Whose books name the licenses, and from which prices the sums are. */
function sourceText(isProvided: boolean, basis: PriceTotal['basis'] = 'records'): string {
  if (!isProvided) return 'By your orders, at list prices.'
  return {
    records: 'By our records.',
    list: 'By our records, at list prices.',
    both: 'By our records, some at list prices.',
  }[basis]
}
