import { ButtonLink } from '../ui/ButtonLink.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import css from './LandingScreen.module.css'

export function NotSignedScreen() {
  return (
    <div className={css.landing}>
      <PageTitle>Not signed in</PageTitle>
      <h1 className={css.title}>YOU ARE NOT SIGNED IN.</h1>
      <p className={css.text}>You must sign in with an authorized account</p>
      <ButtonLink path="/">Back to the start</ButtonLink>
    </div>
  )
}
