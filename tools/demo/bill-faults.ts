import type { Charge } from './charges.ts'

export type FaultKind =
  'billedAfterEnd' | 'billedBeforeStart' | 'billedTwice' | 'otherPrice' | 'notBilled'

/** A deliberate fault in the demo's bills. */
export interface BillFault {
  kind: FaultKind
  licenseId: string
  invoiceNumbers: string[]
  reason: string
}

/**
 * The faults in the bills of Aldgate, so that each screen that checks bills has something to show. Licenses and invoices
 * have the same numbers on every day.
 */
export const billFaults: readonly BillFault[] = [
  {
    kind: 'billedAfterEnd',
    licenseId: 'L-10412-118',
    invoiceNumbers: ['MTS-10412-1400'],
    reason: 'TT Standard of o.brien ended two months before.',
  },
  {
    kind: 'billedBeforeStart',
    licenseId: 'L-10412-132',
    invoiceNumbers: ['MTS-10412-0400'],
    reason: 'TT Pro of p.novak starts on the 12th of the next month.',
  },
  {
    kind: 'billedTwice',
    licenseId: 'L-10412-127',
    invoiceNumbers: ['MTS-10412-1600'],
    reason: 'TT Pro of desk-07 has two lines for the same month.',
  },
  {
    kind: 'otherPrice',
    licenseId: 'L-10412-120',
    invoiceNumbers: ['MTS-10412-1700', 'MTS-10412-1800'],
    reason: 'TT Pro of mkessler costs $50.00 more than the price of the license.',
  },
  {
    kind: 'notBilled',
    licenseId: 'L-10412-130',
    invoiceNumbers: ['MTS-10412-1600', 'MTS-10412-1700', 'MTS-10412-1800'],
    reason: 'TT Pro of yamada.h runs, but no bill has charged it since.',
  },
]

/** The equipment request that was closed but is on no bill. */
export const unbilledEquipment = 'ERF-10412-111'

/** Returns the charges of a license on an invoice, with the faults. `whole` is a whole month. */
export function withFaults(
  charges: Charge[],
  invoiceNumber: string,
  licenseId: string,
  whole: () => Charge,
): Charge[] {
  const fault = billFaults.find(
    (one) => one.licenseId === licenseId && one.invoiceNumbers.includes(invoiceNumber),
  )
  if (!fault) return charges
  if (fault.kind === 'notBilled') return []
  if (fault.kind === 'otherPrice')
    return charges.map((one) => ({ ...one, cents: one.cents + 5000, total: one.total + 5000 }))
  return [...charges, whole()]
}
