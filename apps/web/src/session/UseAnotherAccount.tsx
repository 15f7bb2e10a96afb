import { Button } from '../ui/Button.tsx'
import { useSignIn } from './useSignIn.ts'

interface UseAnotherAccountProps {
  tone?: 'primary'
  returnTo?: string | undefined
}

/** Signs in again; the sign-in provider lets the user choose an account. */
export function UseAnotherAccount({ tone, returnTo }: UseAnotherAccountProps) {
  const signIn = useSignIn({ anotherAccount: true, returnTo })
  return (
    <Button {...(tone && { tone })} busy={signIn.isPending} onClick={() => signIn.mutate()}>
      Use another account
    </Button>
  )
}
