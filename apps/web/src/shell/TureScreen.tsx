import { ButtonLink } from '../ui/ButtonLink.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import css from '../ui/NotFound.module.css'

/** A known address whose content the specification does not show: neutral, without calls. */
export function TureScreen() {
  return (
    <div className={css.notFound}>
      <PageTitle />
      <h1>Licensing and Billing</h1>
      <p>There is nothing to do on this page.</p>
      <ButtonLink path="/">Back to the start</ButtonLink>
    </div>
  )
}
