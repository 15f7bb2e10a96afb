import { permissionLabels, type Permission } from '@portal/domain/session/permissions'
import { Suspense } from 'react'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import css from '../ui/NotFound.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'

const AskForAccess = lazyLayer(() => import('../team/AskForAccess.tsx'), 'AskForAccess')

interface NoPermissionProps {
  accountId: string
  missing: readonly Permission[]
}

/** A page that exists and is not this person's: what is missing, and whom it can be asked of. */
export function NoPermission({ accountId, missing }: NoPermissionProps) {
  const labels = missing.map((permission) => permissionLabels[permission]).join(', ')
  return (
    <div className={css.notFound}>
      <PageTitle>Not Found</PageTitle>
      <h1>Not Found</h1>
      <p>
        This page needs the permission {labels}, which you do not have. The people who manage your
        company’s users can give it to you.
      </p>
      <Suspense>
        <AskForAccess accountId={accountId} permissions={missing} />
      </Suspense>
      <ButtonLink path="/">Back to the start</ButtonLink>
    </div>
  )
}
