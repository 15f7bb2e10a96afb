import type { Grantor } from '@portal/domain/team/grants'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePortal } from '../session/useSession.ts'
import { ownCategoriesQuery } from './team.api.ts'

/** The signed-in user with the permissions and categories that the user can grant. */
export function useGrantor(): Grantor {
  const { me, company } = usePortal()
  const { data: own } = useQuery(ownCategoriesQuery(company.accountId))
  return useMemo(
    () => ({
      id: me.id,
      role: me.role,
      permissions: me.permissions,
      categoryIds:
        me.role === 'SuperAdmin'
          ? null
          : (own ?? []).map(({ invoiceCategoryId }) => invoiceCategoryId),
    }),
    [me, own],
  )
}
