import { permissionLabels, type Permission } from '@portal/domain/session/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { formatInstantDay } from '../kernel/instant.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { askForAccess, ownRequestsQuery } from './access-requests.api.ts'
import css from './AskForAccess.module.css'

interface AskForAccessProps {
  accountId: string
  permissions: readonly Permission[]
}

/** Permissions somebody does not hold, each with a way to ask the company's managers for it. */
export function AskForAccess({ accountId, permissions }: AskForAccessProps) {
  const client = useQueryClient()
  const own = useQuery(ownRequestsQuery(accountId))
  const asking = useSingleMutation({
    mutationFn: (permission: Permission) => askForAccess(accountId, permission),
    onSuccess: async (request) => {
      toast.done('Your company’s managers were asked', permissionLabels[request.permission])
      await client.invalidateQueries({ queryKey: ownRequestsQuery(accountId).queryKey })
    },
    onError: (error) => toast.problem(failureText(error, 'An error occurred')),
  })
  return (
    <ul className={css.asks}>
      {permissions.map((permission) => {
        const asked = own.data?.find((request) => request.permission === permission)
        const label = permissionLabels[permission]
        return (
          <li key={permission}>
            <b>{label}</b>
            {asked ? (
              <span role="status">Asked on {formatInstantDay(asked.createdDate)}</span>
            ) : (
              <Button
                aria-label={`Ask for access: ${label}`}
                busy={own.isPending || (asking.isPending && asking.variables === permission)}
                onClick={() => asking.mutate(permission)}
              >
                Ask for access
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
