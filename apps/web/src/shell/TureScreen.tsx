import css from '../ui/NotFound.module.css'
import { PageTitle } from '../ui/Page.tsx'
import { ButtonLink } from '../ui/PathLink.tsx'

/** A known address whose content the specification does not define: neutral, without calls. */
export function TureScreen() {
  return (
    <div className={css.notFound}>
      <PageTitle />
      <h1>Licensing and Billing</h1>
      <p>There is nothing to do on this page.</p>
      <ButtonLink path="/">Back to the start page</ButtonLink>
    </div>
  )
}
