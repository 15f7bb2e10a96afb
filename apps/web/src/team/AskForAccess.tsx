import { permissionLabels, type Permission } from '@portal/domain/kernel/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { myselfQuery } from '../session/session.api.ts'
import { Button } from '../ui/Button.tsx'
import { Instant } from '../ui/Instant.tsx'
import { List, Row, Text } from '../ui/parts.tsx'
import { toast } from '../ui/toasts.ts'
import css from './AskForAccess.module.css'
import { askForAccess, ownRequestsQuery } from './team.api.ts'

interface AskForAccessProps {
  accountId: string
  permissions: readonly Permission[]
}

/**
 * Permissions that the user does not have, each with a button to request it from the company's managers. A single one
 * is the main action of its page.
 */
export function AskForAccess({ accountId, permissions }: AskForAccessProps) {
  const client = useQueryClient()
  const own = useQuery(ownRequestsQuery(accountId))
  const asking = useSingleMutation({
    mutationFn: (permission: Permission) => askForAccess(accountId, permission),
    onSuccess: async (request) => {
      toast.done('Request sent to your company’s managers', permissionLabels[request.permission])
      await client.invalidateQueries({ queryKey: ownRequestsQuery(accountId).queryKey })
    },
    onError: (error) => {
      toast.problem(failureText(error, 'An error occurred'))
      // The permission may have been granted since the page was opened.
      void client.invalidateQueries({ queryKey: myselfQuery.queryKey })
    },
  })
  const wayFor = (permission: Permission, isOnly: boolean) => {
    const asked = own.data?.find((request) => request.permission === permission)
    if (asked)
      return (
        <span className={css.asked} role="status">
          Requested on <Instant at={asked.createdDate} to="day" />
        </span>
      )
    return (
      <Button
        {...(isOnly && { tone: 'primary' })}
        aria-label={`Ask for access: ${permissionLabels[permission]}`}
        busy={own.isPending || (asking.isPending && asking.variables === permission)}
        onClick={() => asking.mutate(permission)}
      >
        Ask for access
      </Button>
    )
  }
  const [only, ...others] = permissions
  if (only && others.length === 0) return wayFor(only, true)
  return (
    <List className={css.asks}>
      {permissions.map((permission) => (
        <Row as="li" gap={4} justify="between" key={permission}>
          <Text as="b" weight={500}>
            {permissionLabels[permission]}
          </Text>
          {wayFor(permission, false)}
        </Row>
      ))}
    </List>
  )
}
