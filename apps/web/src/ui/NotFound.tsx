import css from './NotFound.module.css'
import { PageTitle } from './Page.tsx'
import { ButtonLink } from './PathLink.tsx'

export function NotFound() {
  return (
    <div className={css.notFound}>
      <PageTitle>Not Found</PageTitle>
      <h1>Not Found</h1>
      <p>There is no page at this address, or you do not have access to it.</p>
      <ButtonLink path="/">Back to the start page</ButtonLink>
    </div>
  )
}
