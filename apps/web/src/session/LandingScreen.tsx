import { homePath } from '@portal/domain/session/areas'
import { permissions } from '@portal/domain/session/permissions'
import { Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
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

/** What to do next: sign in, go on, or ask for something to go on to. */
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
          You have no access to any area yet. The people who manage your company’s users can give it
          to you.
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
        You are signed in and belong to no company yet: open the link of your invitation mail.
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
