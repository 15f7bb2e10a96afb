import { homePath } from '@portal/domain/session/areas'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import css from './LandingScreen.module.css'
import { useSession } from './useSession.ts'
import { useSignIn } from './useSignIn.ts'

export function LandingScreen() {
  const session = useSession()
  const signIn = useSignIn()
  return (
    <div className={css.landing}>
      <PageTitle />
      <h1 className={css.title}>LICENSING AND BILLING</h1>
      <p className={css.text}>Manage your invoices, licenses, TTNET properties, and team.</p>
      {session.state === 'signedIn' ? (
        <ButtonLink tone="primary" size="large" path={homePath(session.me)}>
          Open the portal
        </ButtonLink>
      ) : (
        <>
          <Button
            tone="primary"
            size="large"
            busy={signIn.isPending}
            onClick={() => signIn.mutate()}
          >
            SIGN IN
          </Button>
          <p className={css.note}>You must be invited by your company admin.</p>
        </>
      )}
    </div>
  )
}
