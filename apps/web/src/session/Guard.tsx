import { homePath } from '@portal/domain/session/areas'
import { mayUse, type Access } from '@portal/domain/session/permissions'
import type { ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { Forward } from './Forward.tsx'
import { GuestScreen } from './GuestScreen.tsx'
import { missingPermissions } from './missing-permissions.ts'
import { NoPermission } from './NoPermission.tsx'
import { SigningIn } from './SigningIn.tsx'
import { useSession } from './useSession.ts'

interface GuardProps {
  access: Access
  /** Somebody without the right goes to the first place they may use. */
  forwards: boolean
  children: ReactNode
}

/** Shows a screen only to those who may use it, by the same rule as the menu and the server. */
export function Guard({ access, forwards, children }: GuardProps) {
  const session = useSession()
  if (access === 'public') return children
  if (session.state === 'checking') return <Loading />
  if (session.state === 'signedOut') return session.leaving ? <Loading /> : <SigningIn />
  if (session.state === 'failed')
    return <ErrorState text="The portal does not answer." onRetry={session.retry} />
  if (session.state === 'guest') return <GuestScreen />
  const { me } = session
  if (mayUse(me, access)) return children
  if (forwards) return <Forward to={homePath(me)} />
  const missing = missingPermissions(me, access)
  return missing.length ? <NoPermission accountId={me.accountId} missing={missing} /> : <NotFound />
}
