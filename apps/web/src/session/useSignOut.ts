import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { toast } from '../ui/toasts.ts'
import { hasOrders } from './browser-traces.ts'
import { announceSignOut } from './other-tabs.ts'
import { leaveFor, leavePages, myselfQuery, signOut } from './session.api.ts'

/** Signing out would lose work that is stored only in this browser. */
class UnkeptWork extends Error {}

/** Ends the session, clears the browser's stored data, and then leaves. */
export function useSignOut() {
  const router = useRouter()
  const client = useQueryClient()
  const leaving = useSingleMutation<void, boolean | void>({
    mutationFn: async (mayDrop) => {
      if (!mayDrop && !(await isAllKept(client))) throw new UnkeptWork()
      const redirectUrl = await signOut()
      announceSignOut()
      await leavePages(client, () => router.navigate({ to: '/' }))
      if (redirectUrl) await leaveFor(redirectUrl)
    },
    onError: (error) => {
      if (error instanceof UnkeptWork) {
        toast.asking(
          'You are still signed in.',
          'Your license order has changes that are stored only in this browser. Open the order to keep them.',
          { label: 'Sign out and discard them', act: () => leaving.mutate(true) },
        )
        return
      }
      console.warn('Sign-out failed.', error)
      toast.problem('You are still signed in.', 'Sign-out failed. Please try again.')
    },
  })
  return leaving
}

/** Sends unsent orders to the server before the sign-out. */
async function isAllKept(client: QueryClient): Promise<boolean> {
  const me = client.getQueryData(myselfQuery.queryKey)
  if (!me || !hasOrders()) return true
  const { keepOrdersOf } = await import('../licenses/order-keepers.ts')
  return keepOrdersOf(me.id)
}
