import type { Company } from '@portal/domain/companies/companies.schema'
import type { Myself } from '@portal/domain/session/session.schema'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { CallFailed } from '../api/call-failed.ts'
import { activeCompany, isActing } from './active-company.ts'
import { authenticationQuery, myselfQuery } from './session.api.ts'
import { useSuperMode } from './super-mode.ts'

export interface SignedIn {
  state: 'signedIn'
  me: Myself
  /** The company whose data is shown; its accountId is sent with every call. */
  company: Company
  /** True if a super admin works for a company other than their own. */
  acting: boolean
}

export type Session =
  | { state: 'checking' }
  | { state: 'signedOut'; leaving: boolean }
  | { state: 'failed'; retry: () => void }
  /** Signed in to follow an invitation, but not a member of a company. */
  | { state: 'guest' }
  | SignedIn

/** The signed-in user; requested on first load and on every navigation. Only the shell calls it. */
export function useCheckedSession(): Session {
  const authentication = useQuery(authenticationQuery)
  const isAuthenticated = authentication.data?.isAuthenticated === true
  const myself = useQuery({ ...myselfQuery, enabled: isAuthenticated })
  const selection = useSuperMode()
  const { isPending, data: known, refetch: checkAgain } = authentication
  const { data: me, error, refetch: askAgain } = myself
  return useMemo((): Session => {
    if (isPending) return { state: 'checking' }
    if (!known) return { state: 'failed', retry: () => void checkAgain() }
    const { leaving } = known
    if (!isAuthenticated) return { state: 'signedOut', leaving }
    if (me) {
      const company = activeCompany(me, selection)
      return { state: 'signedIn', me, company, acting: isActing(me, company) }
    }
    if (me === null) return { state: 'guest' }
    if (error instanceof CallFailed && error.status === 401) return { state: 'signedOut', leaving }
    if (error) return { state: 'failed', retry: () => void askAgain() }
    return { state: 'checking' }
  }, [isPending, known, isAuthenticated, me, error, selection, checkAgain, askAgain])
}

/**
 * The shell gives the whole page one session. If each part read the cache, a part that renders just after the session
 * has ended would already know it, while the guard that removes that part would not.
 */
export const SessionContext = createContext<Session>({ state: 'checking' })

export const useSession = (): Session => useContext(SessionContext)

/** The signed-in user on a guarded screen, where there always is one. */
export function usePortal(): SignedIn {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('This screen is only for signed-in users.')
  return session
}
