import { mayUse, type Access, type Holder } from '@portal/domain/session/permissions'
import { openLayer } from './layers.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { chooseTheme } from './theme.ts'

interface Doings {
  go: (path: string) => void
  signOut: () => void
}

/** What this person may do from anywhere. */
export function actionEntries(holder: Holder, { go, signOut }: Doings): PaletteEntry[] {
  const all: { label: string; access: Access; run: () => void }[] = [
    {
      label: 'View Customer Statement',
      access: 'AccessInvoices',
      run: () => go('/invoices?statement=open'),
    },
    { label: 'Invite a user', access: 'ManageUsers', run: () => go('/users?invite=open') },
    { label: 'Switch company', access: 'SuperAdmin', run: () => go('/companies') },
    { label: 'Theme: light', access: 'signedIn', run: () => chooseTheme('light') },
    { label: 'Theme: dark', access: 'signedIn', run: () => chooseTheme('dark') },
    { label: 'Theme: like the system', access: 'signedIn', run: () => chooseTheme('system') },
    { label: 'Keyboard shortcuts', access: 'signedIn', run: () => openLayer('shortcuts') },
    { label: 'Sign Out', access: 'signedIn', run: signOut },
  ]
  const allowed = all.filter(({ access }) => mayUse(holder, access))
  if (mayUse(holder, 'AccessInvoices') && mayUse(holder, 'PayInvoices'))
    allowed.unshift({
      label: 'Pay all invoices by credit card',
      access: 'PayInvoices',
      run: () => go('/invoices?payAll=open'),
    })
  return allowed.map(({ label, run }) => ({ id: `do ${label}`, group: 'Actions', label, run }))
}
