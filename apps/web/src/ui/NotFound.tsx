import { ButtonLink } from './ButtonLink.tsx'
import { PageTitle } from './PageTitle.tsx'
import css from './NotFound.module.css'

export function NotFound() {
  return (
    <div className={css.notFound}>
      <PageTitle>Not Found</PageTitle>
      <h1>Not Found</h1>
      <p>There is no page at this address, or it is not one you may open.</p>
      <ButtonLink path="/">Back to the start</ButtonLink>
    </div>
  )
}
