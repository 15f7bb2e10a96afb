import { homePath } from '@portal/domain/session/areas'
import { permissions } from '@portal/domain/session/permissions'
import { Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { PageTitle } from '../ui/Page.tsx'
import { ButtonLink } from '../ui/PathLink.tsx'
import css from './LandingScreen.module.css'
import { useSession } from './useSession.ts'
import { useSignIn } from './useSignIn.ts'

const AskForAccess = lazyLayer(() => import('../team/AskForAccess.tsx'), 'AskForAccess')

export function LandingScreen() {
  return (
    <div className={css.landing}>
      <PageTitle />
      <h1 className={css.title}>LICENSING AND BILLING</h1>
      <p className={css.text}>Manage your invoices, licenses, TTNET properties, and team.</p>
      <WayIn />
    </div>
  )
}

/** The next step: sign in, open the portal, or request access. */
function WayIn() {
  const session = useSession()
  const signIn = useSignIn()
  if (session.state === 'signedIn') {
    const { me } = session
    if (homePath(me) !== '/')
      return (
        <ButtonLink tone="primary" size="large" path={homePath(me)}>
          Open the portal
        </ButtonLink>
      )
    return (
      <>
        <p className={css.note}>
          You have no access to any area yet. Your company admin can grant it to you.
        </p>
        <Suspense>
          <AskForAccess accountId={me.accountId} permissions={permissions} />
        </Suspense>
      </>
    )
  }
  if (session.state === 'guest')
    return (
      <p className={css.note}>
        You are signed in, but you are not a member of a company yet. Please open the link in your
        invitation email.
      </p>
    )
  return (
    <>
      <Button tone="primary" size="large" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        SIGN IN
      </Button>
      <p className={css.note}>You must be invited by your company admin.</p>
    </>
  )
}
