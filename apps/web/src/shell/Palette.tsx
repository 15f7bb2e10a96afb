import type { Company } from '@portal/domain/companies/companies.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney } from '@portal/domain/kernel/money'
import { mayUse, type Access, type Holder } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { matchingCompanies } from '../companies/company-search.ts'
import { companyListQuery } from '../companies/companies.api.ts'
import type { InvoiceRow } from '../invoices/invoice-row.ts'
import { invoiceListQuery } from '../invoices/invoices.api.ts'
import type { SignedIn } from '../session/useSession.ts'
import { useChooseCompany } from '../session/useChooseCompany.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { CommandList } from '../ui/layers/CommandList.tsx'
import { openLayer } from './layers.ts'
import { matchingEntries, pageEntries, type PaletteEntry } from './palette-entries.ts'
import { chooseTheme } from './theme.ts'

/** A search over every page, invoice and action that this user may open, and the companies that a super admin may act for. */
export function Palette({ session, onClose }: { session: SignedIn; onClose: () => void }) {
  const { me, company } = session
  const router = useRouter()
  const signOut = useSignOut()
  const [typed, setTyped] = useState('')
  const seesInvoices = mayUse(me, 'AccessInvoices')
  const invoices = useQuery({ ...invoiceListQuery(company.accountId), enabled: seesInvoices })
  const seesCompanies = mayUse(me, 'SuperAdmin')
  const companies = useQuery({ ...companyListQuery, enabled: seesCompanies })
  const chooseCompany = useChooseCompany()

  const entries = useMemo<PaletteEntry[]>(() => {
    const go = (path: string) => router.history.push(path)
    const open = (path: string) => router.history.push(path, { isLayer: true })
    return [
      ...matchingEntries(pageEntries(me, go), typed),
      ...invoiceEntries(invoices.data ?? [], typed, go),
      ...companyEntries(companies.data ?? [], typed, (one) => {
        chooseCompany(one)
        go('/manage')
      }),
      ...matchingEntries(actionEntries(me, { go, open, signOut: () => signOut.mutate() }), typed),
    ]
  }, [me, typed, invoices.data, companies.data, chooseCompany, router, signOut])

  return (
    <CommandList
      label={`Go to a page, an invoice${seesCompanies ? ', a company' : ''} or an action`}
      typed={typed}
      onType={setTyped}
      entries={entries}
      emptyText="Nothing matches."
      onChoose={(entry) => {
        onClose()
        entry.run()
      }}
      onClose={onClose}
    />
  )
}

const most = 8

/** The matching invoices; if there are more, the last entry opens all of them in the list. */
function invoiceEntries(
  rows: readonly InvoiceRow[],
  typed: string,
  go: (path: string) => void,
): PaletteEntry[] {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  const found = rows.filter(({ searchText }) => searchText.includes(wanted))
  const entries = found.slice(0, most).map<PaletteEntry>((row) => ({
    id: `invoice ${row.id}`,
    group: 'Invoices, newest first',
    label: row.invoiceNumber,
    note: `${isolated(row.name)} · ${formatMoney(row.amountCents, row.currencyIsoCode)}`,
    run: () => go(`/invoices/detail/${encodeURIComponent(row.invoiceNumber)}`),
  }))
  if (found.length > most)
    entries.push({
      id: 'all invoices',
      group: 'Invoices, newest first',
      label: `Show all ${found.length.toLocaleString('en-US')} in the list`,
      run: () => go(`/invoices?${new URLSearchParams({ q: typed.trim() })}`),
    })
  return entries
}

/** The first matching companies; the page of companies lists all. */
function companyEntries(
  companies: readonly Company[],
  typed: string,
  actFor: (company: Company) => void,
): PaletteEntry[] {
  if (!typed.trim()) return []
  return matchingCompanies(companies, typed)
    .slice(0, most)
    .map((company) => ({
      id: `company ${company.accountId}`,
      group: 'Act for a company',
      label: company.name,
      note: `Account ${company.accountId}`,
      run: () => actFor(company),
    }))
}

interface Doings {
  go: (path: string) => void
  /** Goes to a path that opens a dialog. */
  open: (path: string) => void
  signOut: () => void
}

/** The actions that this user may start from any page. */
function actionEntries(holder: Holder, { go, open, signOut }: Doings): PaletteEntry[] {
  const all: { label: string; access: Access; run: () => void }[] = [
    { label: 'Invite a user', access: 'ManageUsers', run: () => open('/users?invite=open') },
    { label: 'Switch company', access: 'SuperAdmin', run: () => go('/companies') },
    { label: 'Theme: light', access: 'signedIn', run: () => chooseTheme('light') },
    { label: 'Theme: dark', access: 'signedIn', run: () => chooseTheme('dark') },
    { label: 'Theme: match the system', access: 'signedIn', run: () => chooseTheme('system') },
    // Left out, as in the user menu, on a device with only a touch screen.
    ...(matchMedia('(any-hover: hover)').matches
      ? [
          {
            label: 'Keyboard shortcuts',
            access: 'signedIn' as const,
            run: () => openLayer('shortcuts'),
          },
        ]
      : []),
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
