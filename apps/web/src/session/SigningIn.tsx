import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { signIn } from './session.api.ts'

/** Takes a signed-out visitor of a guarded page to sign-in, and back to that page. */
export function SigningIn() {
  const { href } = useLocation()
  // A query rather than an effect: asked once however often this renders, with a retry for free.
  const leaving = useQuery({
    queryKey: ['session', 'sign-in', href],
    queryFn: () => signIn(href),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (leaving.error)
    return <ErrorState text="Sign-in could not start." onRetry={() => void leaving.refetch()} />
  return <Loading />
}
