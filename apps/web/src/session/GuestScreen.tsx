import { useQuery } from '@tanstack/react-query'
import css from '../ui/NotFound.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { authenticationQuery } from './session.api.ts'

/** Somebody who signed in to follow an invitation and belongs to no company yet. */
export function GuestScreen() {
  const { data } = useQuery(authenticationQuery)
  return (
    <div className={css.notFound}>
      <PageTitle>No company yet</PageTitle>
      <h1>No company yet</h1>
      <p>
        You are signed in as {data?.userName ?? 'somebody'} and belong to no company of this portal.
        Open the link of your invitation mail to join one.
      </p>
    </div>
  )
}
