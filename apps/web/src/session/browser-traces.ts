import { mayUse } from '@portal/domain/kernel/permissions'
import type { Myself } from '@portal/domain/session/session.schema'
import { readStored, writeStored } from '../kernel/stored-object.ts'
import { replaceRootConf, rootConf, updateRootConf } from '../kernel/root-conf.ts'
import { selectCompany, superMode } from './super-mode.ts'
import { dropEntriesExcept } from './typed-entries.ts'

/** Local storage key of the signed-in user's name; never a credential. */
const nameKey = 'token'

/** Local storage keys of the mirror of the unsent order, and of the copies of pages of the release before. */
const orderKeys = ['order', 'orders'] as const

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
  if (wasAnother || !mayUse(me, 'AccessLicenses')) dropMirror()
  dropEntriesExcept(me.id)
  if (owner !== me.id) updateRootConf({ owner: me.id })
  if (me.role === 'SuperAdmin' && !superMode())
    selectCompany({ accountId: me.accountId, name: me.companyName })
  return wasAnother
}

/** Removes everything that a user leaves in the browser, except what was typed and not sent. */
export function clearTraces() {
  rememberName(null)
  selectCompany(undefined)
  replaceRootConf({})
}

/** Writes what the server has of the unsent order, for other programs: nothing here reads it. */
export function mirrorOrder(order: object | undefined) {
  if (!hasLeft()) writeStored('localStorage', orderKeys[0], order ?? {})
}

/** A copy of a page of the release before stays: it has changes that the server does not have. */
function dropMirror() {
  if (!('isAhead' in readStored('localStorage', orderKeys[0]))) mirrorOrder(undefined)
}

/** For one release: the unsent orders that pages of the release before kept here. */
export const orderCopies = {
  read: (): unknown[] =>
    orderKeys.flatMap((key) => {
      const stored = readStored('localStorage', key)
      return Array.isArray(stored) ? (stored as unknown[]) : [stored]
    }),
  write: (copies: readonly unknown[]) => writeStored('localStorage', orderKeys[1], copies),
}

/** Removes everything at sign-out, including the browser's copies of unsent orders. */
export function leaveBrowser() {
  isLeft = true
  clearTraces()
  dropEntriesExcept()
  for (const key of orderKeys) writeStored('localStorage', key, {})
}
