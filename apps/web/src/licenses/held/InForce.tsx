import { KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Differences, DifferencesNote } from './Differences.tsx'
import type { HeldRow } from './held-rows.ts'
import { HeldLicenses } from './HeldLicenses.tsx'
import { HeldExport, HeldTotals } from './HeldTotals.tsx'
import { LicenseDetails } from './LicenseDetails.tsx'
import { useChoice } from './useChoice.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'

/** The company's licenses and their cost. Each license opens; several can be changed or cancelled in one order. */
export function InForce() {
  const { search, change, toPanel } = useLicensesAddress()
  const { license: open, compare } = search
  const { choose, ended, onEnded, dialogs } = useChoice()
  const action = useMemo(
    () => ({
      label: 'Details' as const,
      choose: ({ licenseId }: HeldRow) => change({ license: licenseId }),
    }),
    [change],
  )
  return (
    <>
      <h2 className="sr-only">In force</h2>
      <HeldLicenses
        search={search}
        onChange={change}
        current={open}
        ended={ended}
        onEnded={onEnded}
        action={action}
        onSelected={{
          Cancel: (rows) => choose('cancel', rows),
          Change: (rows) => choose('change', rows),
        }}
        totals={
          <HeldTotals search={search}>
            <DifferencesNote />
          </HeldTotals>
        }
        inSheet={<HeldExport search={search} />}
        empty={{
          icon: <KeyRound size={24} aria-hidden />,
          text: 'No licenses are in force.',
          note: 'Licenses that you order appear here.',
          action: (
            <Button tone="primary" onClick={() => toPanel('add_item')}>
              Order the first license
            </Button>
          ),
        }}
      />
      {compare && open === undefined && <Differences />}
      {open !== undefined && <LicenseDetails key={open} licenseId={open} onAsk={choose} />}
      {dialogs}
    </>
  )
}
