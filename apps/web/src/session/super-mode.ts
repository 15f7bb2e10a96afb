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

/** The stored selection; undefined if missing or invalid. */
export function parseSelection(text: string | null): Company | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Company> | null
    if (typeof value?.accountId !== 'string' || typeof value.name !== 'string') return undefined
    return { accountId: value.accountId, name: value.name }
  } catch {
    return undefined
  }
}

/** The company a super admin acts for, stored per tab. */
export function superMode(): Company | undefined {
  const now = stored()
  if (now !== raw && now !== null) {
    raw = now
    selection = parseSelection(now)
  }
  return selection
}

/** Selects the company to act for; undefined clears the selection. */
export function selectCompany(company: Company | undefined) {
  selection = company
  raw = company ? JSON.stringify(company) : null
  try {
    if (raw) sessionStorage.setItem(key, raw)
    else sessionStorage.removeItem(key)
  } catch {
    // Storage may be disabled; the selection then lasts until the page is closed.
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
