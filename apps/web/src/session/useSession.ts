import type { Company } from '@portal/domain/companies/companies.schema'
import type { Myself } from '@portal/domain/session/session.schema'
import { useQuery } from '@tanstack/react-query'
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

/** The signed-in user; requested on first load and on every navigation. */
export function useSession(): Session {
  const authentication = useQuery(authenticationQuery)
  const isAuthenticated = authentication.data?.isAuthenticated === true
  const myself = useQuery({ ...myselfQuery, enabled: isAuthenticated })
  const selection = useSuperMode()

  if (authentication.isPending) return { state: 'checking' }
  if (!authentication.data) return { state: 'failed', retry: () => void authentication.refetch() }
  const { leaving } = authentication.data
  if (!isAuthenticated) return { state: 'signedOut', leaving }
  if (myself.data) {
    const company = activeCompany(myself.data, selection)
    return { state: 'signedIn', me: myself.data, company, acting: isActing(myself.data, company) }
  }
  if (myself.data === null) return { state: 'guest' }
  if (myself.error instanceof CallFailed && myself.error.status === 401)
    return { state: 'signedOut', leaving }
  if (myself.error) return { state: 'failed', retry: () => void myself.refetch() }
  return { state: 'checking' }
}

/** The signed-in user on a guarded screen, where there always is one. */
export function usePortal(): SignedIn {
  const session = useSession()
  if (session.state !== 'signedIn') throw new Error('This screen is only for signed-in users.')
  return session
}
