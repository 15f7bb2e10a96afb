import type { Myself } from '@portal/domain/session/session.schema'
import { replaceRootConf, rootConf, updateRootConf } from '../kernel/root-conf.ts'
import { selectCompany, superMode } from './super-mode.ts'

/** Local storage key of the signed-in person's name; never a credential. */
const nameKey = 'token'

export function rememberName(name: string | null) {
  try {
    if (name) localStorage.setItem(nameKey, name)
    else localStorage.removeItem(nameKey)
  } catch {
    // Storage may be switched off; nothing but this copy of the name depends on it.
  }
}

/**
 * Makes the browser's stored state this person's own; true when it was another person's,
 * so that everything loaded for them must go too.
 */
export function claimBrowser(me: Myself): boolean {
  const { owner } = rootConf()
  const wasAnother = owner !== undefined && owner !== me.id
  if (wasAnother) clearTraces()
  if (owner !== me.id) updateRootConf({ owner: me.id })
  if (me.role === 'SuperAdmin' && !superMode())
    selectCompany({ accountId: me.accountId, name: me.companyName })
  return wasAnother
}

/** Removes all a person leaves in the browser; an unsent order stays for its own writer only. */
export function clearTraces() {
  rememberName(null)
  selectCompany(undefined)
  replaceRootConf({})
}
