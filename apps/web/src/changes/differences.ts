import { compareInvoices } from '@portal/domain/changes/changes.endpoints'
import type { InvoiceDifference } from '@portal/domain/changes/changes.schema'
import { mostCompared } from '@portal/domain/changes/show-change'
import { call } from '../api/call.ts'

interface Asked {
  accountId: string
  invoiceId: string
  /** Aborted when the row has left the screen. */
  signal: AbortSignal
}

interface Waiting extends Asked {
  resolve: (found: InvoiceDifference | null) => void
  reject: (error: unknown) => void
}

/** How long the list has been still before the request. */
const restMs = 200
const waiting: Waiting[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** By how much an invoice differs. One call serves all rows on the screen. */
export function differenceOf(asked: Asked): Promise<InvoiceDifference | null> {
  clearTimeout(timer)
  timer = setTimeout(() => void askTogether(), restMs)
  return new Promise((resolve, reject) => waiting.push({ ...asked, resolve, reject }))
}

async function askTogether(): Promise<void> {
  const wanted = waiting.splice(0).filter(({ signal }) => !signal.aborted)
  while (wanted.length > 0) {
    const [{ accountId }] = wanted as [Waiting]
    const together = wanted.filter((one) => one.accountId === accountId).slice(0, mostCompared)
    for (const one of together) wanted.splice(wanted.indexOf(one), 1)
    await answer(accountId, together)
  }
}

async function answer(companyFilter: string, asked: readonly Waiting[]): Promise<void> {
  try {
    const { differences } = await call(compareInvoices, {
      query: { companyFilter },
      body: { invoiceIds: asked.map(({ invoiceId }) => invoiceId) },
    })
    const found = new Map(differences.map((one) => [one.id, one]))
    for (const { invoiceId, resolve } of asked) resolve(found.get(invoiceId) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}
