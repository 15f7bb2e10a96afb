import { useLocation, useNavigate } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { signIn } from './session.api.ts'

/** Sign-in from a link or button: back to the manage page from the landing page, else to here. */
export function useSignIn() {
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const fromLanding = pathname === '/'
  return useSingleMutation({
    mutationFn: () => signIn(fromLanding || pathname === '/notSigned' ? '/manage' : href),
    onError: (error) => {
      console.warn('Sign-in could not start.', error)
      if (fromLanding) void navigate({ to: '/notSigned' })
      else toast.problem('Sign-in could not start.', 'Please try again in a moment.')
    },
  })
}
