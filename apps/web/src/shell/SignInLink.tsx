import { useSignIn } from '../session/useSignIn.ts'
import css from './Header.module.css'

/** A link, so that it also works opened in a new tab: a guarded page starts sign-in by itself. */
export function SignInLink() {
  const signIn = useSignIn()
  return (
    <a
      href="/manage"
      className={css.signIn}
      aria-busy={signIn.isPending}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        if (!signIn.isPending) signIn.mutate()
      }}
    >
      Sign In
    </a>
  )
}
