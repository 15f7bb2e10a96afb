import { areasOf } from '@portal/domain/session/areas'
import { mayUse, type Access, type Holder } from '@portal/domain/kernel/permissions'
import { finder, folded, wordsOf } from '../kernel/find.ts'

export interface PaletteEntry {
  id: string
  group: 'Pages' | 'Invoices, newest first' | 'Act for a company' | 'Actions'
  label: string
  note?: string
  run: () => void
}

/** The pages other than the areas that a user may open from anywhere. */
const pages = [
  { label: 'Home', path: '/', access: 'signedIn' },
  { label: 'Companies', path: '/companies', access: 'SuperAdmin' },
  { label: 'Needs attention', path: '/attention', access: 'SuperAdmin' },
  { label: 'Manage: History', path: '/manage', access: 'ManageUsers' },
  { label: 'Manage: Users', path: '/users', access: 'ManageUsers' },
  { label: 'Manage: Invites', path: '/invites', access: 'ManageUsers' },
  { label: 'Spend', path: '/invoices/spend', access: 'AccessInvoices' },
  {
    label: 'Balance Breakdown',
    path: '/payments/balance',
    access: ['AccessInvoices', 'PayInvoices'],
  },
  { label: 'Notifications', path: '/notifications', access: 'signedIn' },
  { label: 'Sessions', path: '/sessions', access: 'signedIn' },
] as const satisfies readonly { label: string; path: string; access: Access }[]

/** The pages this user may open, in the order of the navigation. */
export function pageEntries(holder: Holder, go: (path: string) => void): PaletteEntry[] {
  const allowed = [...areasOf(holder), ...pages.filter(({ access }) => mayUse(holder, access))]
  return allowed.map(({ label, path }) => ({
    id: path,
    group: 'Pages',
    label: titleCased(label),
    run: () => go(path),
  }))
}

function titleCased(label: string): string {
  const isShouted = label === label.toUpperCase() && label.length > 3
  return isShouted ? label[0] + label.slice(1).toLowerCase() : label
}

/** The entries that contain every typed word; those that start with the text come first. */
export function matchingEntries<Entry extends Pick<PaletteEntry, 'label' | 'note'>>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const isFound = finder(typed)
  const [first = ''] = wordsOf(typed)
  const begins = ({ label }: Entry) => folded(label).startsWith(first)
  return entries
    .filter(({ label, note = '' }) => isFound(label, note))
    .toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
}
