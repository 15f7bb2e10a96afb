import type { Myself } from '@portal/domain/session/session.schema'
import { replaceRootConf, rootConf, updateRootConf } from '../kernel/root-conf.ts'
import { selectCompany, superMode } from './super-mode.ts'
import { dropEntriesExcept } from './typed-entries.ts'

/** Local storage key of the signed-in user's name; never a credential. */
const nameKey = 'token'

/** Local storage keys of the current unsent order, and of other unsent orders. */
export const orderKeys = { order: 'order', others: 'orders' }

let isLeft = false
/** Whether the user has signed out on this page. Signing in again loads a new page. */
export const hasLeft = () => isLeft

export function rememberName(name: string | null) {
  try {
    if (name) localStorage.setItem(nameKey, name)
    else localStorage.removeItem(nameKey)
  } catch {
    // Storage may be disabled; nothing except this copy of the name depends on it.
  }
}

/**
 * Assigns the browser's stored state to this user. Returns true if it was another user's, so that everything loaded
 * for that user must be removed too.
 */
export function claimBrowser(me: Myself): boolean {
  const { owner } = rootConf()
  const wasAnother = owner !== undefined && owner !== me.id
  if (wasAnother) clearTraces()
  dropEntriesExcept(me.id)
  if (owner !== me.id) updateRootConf({ owner: me.id })
  if (me.role === 'SuperAdmin' && !superMode())
    selectCompany({ accountId: me.accountId, name: me.companyName })
  return wasAnother
}

/** Removes everything that a user leaves in the browser, except work that the server does not have. */
export function clearTraces() {
  rememberName(null)
  selectCompany(undefined)
  replaceRootConf({})
}

export function hasOrders(): boolean {
  try {
    return Object.values(orderKeys).some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}

/** The same at sign-out: it also removes unsent orders, which are kept on the server. */
export function leaveBrowser() {
  isLeft = true
  clearTraces()
  dropEntriesExcept()
  try {
    for (const key of Object.values(orderKeys)) localStorage.removeItem(key)
  } catch {
    // If storage is disabled, it is empty.
  }
}
