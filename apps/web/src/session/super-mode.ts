import type { Company } from '@portal/domain/companies/companies.schema'
import { useSyncExternalStore } from 'react'

const key = 'superMode'
const listeners = new Set<() => void>()
let raw = stored()
let selection = parseSelection(raw)

function stored(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** The stored selection; nothing when it is missing or not one. */
export function parseSelection(text: string | null): Company | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Company> | null
    if (typeof value?.accountId !== 'string' || typeof value.name !== 'string') return undefined
    return { accountId: value.accountId, name: value.name }
  } catch {
    return undefined
  }
}

/** The company a super admin acts for, as this tab remembers it. */
export function superMode(): Company | undefined {
  const now = stored()
  if (now !== raw && now !== null) {
    raw = now
    selection = parseSelection(now)
  }
  return selection
}

/** Chooses the company to act for; nothing clears the choice. */
export function selectCompany(company: Company | undefined) {
  selection = company
  raw = company ? JSON.stringify(company) : null
  try {
    if (raw) sessionStorage.setItem(key, raw)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage may be switched off; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

export function useSuperMode(): Company | undefined {
  return useSyncExternalStore(subscribe, superMode)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
