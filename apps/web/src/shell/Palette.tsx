import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { mayUse } from '@portal/domain/session/permissions'
import { useMemo, useState } from 'react'
import { invoiceListQuery } from '../invoices/invoices.api.ts'
import type { SignedIn } from '../session/useSession.ts'
import { useSignOut } from '../session/useSignOut.ts'
import { CommandList } from '../ui/CommandList.tsx'
import { actionEntries } from './palette-actions.ts'
import { matchingEntries, pageEntries, type PaletteEntry } from './palette-entries.ts'
import { invoiceEntries } from './palette-invoices.ts'

/** One field from which this person reaches every page, invoice and action they may use. */
export function Palette({ session, onClose }: { session: SignedIn; onClose: () => void }) {
  const { me, company } = session
  const router = useRouter()
  const signOut = useSignOut()
  const [typed, setTyped] = useState('')
  const seesInvoices = mayUse(me, 'AccessInvoices')
  const invoices = useQuery({ ...invoiceListQuery(company.accountId), enabled: seesInvoices })

  const entries = useMemo<PaletteEntry[]>(() => {
    const go = (path: string) => router.history.push(path)
    return [
      ...matchingEntries(pageEntries(me, go), typed),
      ...invoiceEntries(invoices.data ?? [], typed, go),
      ...matchingEntries(actionEntries(me, { go, signOut: () => signOut.mutate() }), typed),
    ]
  }, [me, typed, invoices.data, router, signOut])

  return (
    <CommandList
      label="Go to a page, an invoice or an action"
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
