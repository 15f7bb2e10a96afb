import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { clearTraces } from './browser-traces.ts'
import { forgetCompanies, leaveFor, markSignedOut, signOut } from './session.api.ts'

/** Ends the session, clears what it left in the browser, and only then leaves. */
export function useSignOut() {
  const router = useRouter()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async () => {
      const redirectUrl = await signOut()
      clearTraces()
      markSignedOut(client, true)
      await router.navigate({ to: '/' })
      markSignedOut(client)
      await forgetCompanies(client)
      if (redirectUrl) await leaveFor(redirectUrl)
    },
    onError: (error) => {
      console.warn('Sign-out failed.', error)
      toast.problem('You are still signed in.', 'Signing out did not work. Please try again.')
    },
  })
}
