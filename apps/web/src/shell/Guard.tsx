import {
  mayUse,
  permissionLabels,
  type Access,
  type Permission,
} from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, type ReactElement } from 'react'
import { whileUnreachable } from '../api/query-client.ts'
import { namedCompany } from '../kernel/company-in-address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { NotFound } from '../ui/page/NotFound.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { otherCompany } from '../session/active-company.ts'
import { invitationCode } from '../session/invitation-code.ts'
import { missingPermissions } from '../session/missing-permissions.ts'
import { authenticationQuery, signIn } from '../session/session.api.ts'
import { UseAnotherAccount } from '../session/UseAnotherAccount.tsx'
import { useSession } from '../session/useSession.ts'

const OtherCompany = lazyLayer(() => import('./OtherCompany.tsx'), 'OtherCompany')

interface GuardProps {
  access: Access
  /** Users without the permission are redirected to the home page. */
  forwards: boolean
  children: ReactElement
}

/** Shows a screen only to users who may use it, by the same rule as the menu and the server. */
export function Guard({ access, forwards, children }: GuardProps) {
  const session = useSession()
  const named = useLocation({ select: namedCompany })
  if (session.state === 'signedIn' && access !== 'SuperAdmin') {
    const other = otherCompany(session.me, session.company, named)
    if (other) return <OtherCompany accountId={other} />
  }
  if (access === 'public') return children
  if (session.state === 'checking') return <Loading />
  if (session.state === 'signedOut') return session.leaving ? <Loading /> : <SigningIn />
  if (session.state === 'failed')
    return <ErrorState text="The portal is not responding." onRetry={session.retry} />
  if (session.state === 'guest') return <GuestScreen />
  const { me } = session
  if (mayUse(me, access)) return children
  if (forwards) return <Forward to="/" />
  const missing = missingPermissions(me, access)
  return missing.length ? <NoPermission accountId={me.accountId} missing={missing} /> : <NotFound />
}

/** Redirects once, even if it renders several times before the page changes. */
function Forward({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to, replace: true }), [navigate, to])
  return <Loading />
}

/** Sends a signed-out visitor of a guarded page to sign-in, which returns to that page. */
function SigningIn() {
  const { href } = useLocation()
  // A query instead of an effect: it runs once even if this renders repeatedly, and it can be retried.
  const leaving = useQuery({
    queryKey: ['session', 'sign-in', href],
    queryFn: () => signIn(href),
    gcTime: 0,
    retry: whileUnreachable,
    refetchOnWindowFocus: false,
  })
  if (leaving.error)
    return (
      <ErrorState text="Sign-in could not be started." onRetry={() => void leaving.refetch()} />
    )
  return <Loading />
}

/** A user who signed in to open an invitation and is not a member of a company yet. */
function GuestScreen() {
  const { data } = useQuery(authenticationQuery)
  const hasCode = invitationCode() !== undefined
  return (
    <Notice
      title="No company yet"
      text={
        <>
          You are signed in{data?.userName && ' as '}
          <bdi>{data?.userName}</bdi>, but you are not a member of a company. To join one, open{' '}
          {hasCode ? 'your invitation' : 'the link in your invitation email'}.
        </>
      }
      actions={
        <>
          {hasCode && (
            <ButtonLink tone="primary" path="/confirm">
              Open the invitation
            </ButtonLink>
          )}
          <UseAnotherAccount {...(!hasCode && { tone: 'primary' })} />
        </>
      }
    />
  )
}

const AskForAccess = lazyLayer(() => import('../team/AskForAccess.tsx'), 'AskForAccess')

interface NoPermissionProps {
  accountId: string
  missing: readonly Permission[]
}

/** The page exists, but the user lacks a permission for it. Shows which one and how to request it. */
function NoPermission({ accountId, missing }: NoPermissionProps) {
  const labels = missing.map((permission) => permissionLabels[permission]).join(', ')
  return (
    <Notice
      title="Not Found"
      titleSize="small"
      reason={`This page needs the permission ${labels}, which you do not have.`}
      text="Your company admin can grant it to you."
      actions={
        <>
          <Suspense>
            <AskForAccess accountId={accountId} permissions={missing} />
          </Suspense>
          <ButtonLink tone="quiet" path="/">
            Back to the start page
          </ButtonLink>
        </>
      }
    />
  )
}
