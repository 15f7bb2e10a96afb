import { homePath } from '@portal/domain/session/areas'
import { permissions } from '@portal/domain/session/permissions'
import { Suspense } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Notice } from '../ui/Notice.tsx'
import { ButtonLink } from '../ui/PathLink.tsx'
import { useSession } from './useSession.ts'
import { useSignIn } from './useSignIn.ts'

const AskForAccess = lazyLayer(() => import('../team/AskForAccess.tsx'), 'AskForAccess')

export function LandingScreen() {
  const session = useSession()
  const signIn = useSignIn()
  const start = {
    title: 'LICENSING AND BILLING',
    documentTitle: '',
    isLarge: true,
    text: 'Manage your invoices, licenses, TTNET properties, and team.',
  }
  if (session.state === 'signedIn') {
    const { me } = session
    if (homePath(me) === '/')
      return (
        <Notice
          {...start}
          advice="You have no access to any area yet. Your company admin can grant it to you."
        >
          <Suspense>
            <AskForAccess accountId={me.accountId} permissions={permissions} />
          </Suspense>
        </Notice>
      )
    return (
      <Notice
        {...start}
        actions={
          <ButtonLink tone="primary" path={homePath(me)}>
            Open the portal
          </ButtonLink>
        }
      />
    )
  }
  if (session.state === 'guest')
    return (
      <Notice
        {...start}
        note="You are signed in, but you are not a member of a company yet. Please open the link in your invitation email."
      />
    )
  return (
    <Notice
      {...start}
      actions={
        <Button tone="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
          SIGN IN
        </Button>
      }
      note="You must be invited by your company admin."
    />
  )
}
