import { hasAreas } from '@portal/domain/session/areas'
import { permissions } from '@portal/domain/kernel/permissions'
import { KeyRound, Network, ReceiptText, ScrollText, Users } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from '../session/useSession.ts'
import { useSignIn } from '../session/useSignIn.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Notice } from '../ui/page/Notice.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import css from './StartScreen.module.css'

const AskForAccess = lazyLayer(() => import('../team/AskForAccess.tsx'), 'AskForAccess')
const HomeScreen = lazyLayer(() => import('./HomeScreen.tsx'), 'HomeScreen')

const start = {
  title: 'LICENSING AND BILLING',
  documentTitle: '',
  titleSize: 'large',
  text: 'Manage your invoices, licenses, TTNET properties, and team.',
} as const

const areas = [
  { icon: ReceiptText, name: 'Invoices', words: 'See them, pay them, see why they changed.' },
  { icon: ScrollText, name: 'Statements', words: 'For any period, as PDF or Excel.' },
  { icon: KeyRound, name: 'Licenses', words: 'See what you hold. Order, change, cancel.' },
  { icon: Network, name: 'Equipment', words: 'See fees, then approve requests.' },
  { icon: Users, name: 'Team', words: 'Who may see, pay and order. Who did what.' },
]

/** The home page of a user; for a visitor, what the portal is and how to sign in. */
export function StartScreen() {
  const session = useSession()
  if (session.state === 'checking') return <Loading />
  if (session.state === 'guest')
    return (
      <Notice
        {...start}
        note="You are signed in, but you are not a member of a company yet. Please open the link in your invitation email."
      />
    )
  if (session.state !== 'signedIn') return <Landing />
  const { me } = session
  if (hasAreas(me))
    return (
      <Suspense fallback={<Loading />}>
        <HomeScreen />
      </Suspense>
    )
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
}

function Landing() {
  const signIn = useSignIn()
  return (
    <Notice
      {...start}
      actions={
        <Button tone="primary" busy={signIn.isPending} onClick={() => signIn.mutate()}>
          SIGN IN
        </Button>
      }
      note={
        <>
          You must be invited by your company admin. Open the link in the invitation email, and sign
          in with the same address.
        </>
      }
    >
      <ul className={css.areas}>
        {areas.map(({ icon: Icon, name, words }) => (
          <li key={name}>
            <Icon size={18} aria-hidden />
            <b>{name}</b>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
