import { useLocation, useNavigate } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { signIn } from './session.api.ts'

interface SignInOptions {
  /** Lets the user choose an account, even if already signed in. */
  anotherAccount?: boolean
  /** The page to return to: the home page from the landing page, otherwise the current page. */
  returnTo?: string | undefined
}

/** Starts sign-in from a link or button. */
export function useSignIn({ anotherAccount, returnTo }: SignInOptions = {}) {
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const fromLanding = pathname === '/'
  return useSingleMutation({
    mutationFn: () => {
      const back = pathname === '/notSigned' ? '/' : href
      return signIn(returnTo ?? back, anotherAccount)
    },
    onError: (error) => {
      console.warn('Sign-in could not be started.', error)
      if (fromLanding) void navigate({ to: '/notSigned' })
      else toast.problem('Sign-in could not be started.', 'Please try again in a moment.')
    },
  })
}
