import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { announceSignOut } from './other-tabs.ts'
import { leaveFor, leavePages, signOut } from './session.api.ts'

/** Ends the session, clears the browser's stored data, and then leaves. */
export function useSignOut() {
  const router = useRouter()
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async () => {
      const redirectUrl = await signOut()
      announceSignOut()
      await leavePages(client, () => router.navigate({ to: '/' }))
      if (redirectUrl) await leaveFor(redirectUrl)
    },
    onError: (error) => {
      console.warn('Sign-out failed.', error)
      toast.problem('You are still signed in.', 'Sign-out failed. Please try again.')
    },
  })
}
