import { LogOut } from 'lucide-react'
import { useSignOut } from '../session/useSignOut.ts'
import { Button } from '../ui/Button.tsx'

/** The way out for somebody who has no user menu, being no user yet. */
export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <Button
      tone="quiet"
      icon={<LogOut size={16} aria-hidden />}
      busy={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Sign Out
    </Button>
  )
}
