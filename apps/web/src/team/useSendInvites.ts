import type { SendInvites } from '@portal/domain/team/invites.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isUncertain } from '../api/call-failed.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { refreshTeam, sendInvites } from './team.api.ts'

/** Invites a list of people. The same list after a lost answer has the same key; another list is another action. */
export function useSendInvites(accountId: string) {
  const client = useQueryClient()
  const asked = useRef<{ content: string; key: string }>(undefined)
  return useSingleMutation({
    mutationFn: (body: SendInvites) => {
      const content = JSON.stringify(body)
      if (asked.current?.content !== content) asked.current = { content, key: newIdempotencyKey() }
      return sendInvites(accountId, body, asked.current.key)
    },
    onSettled: async (_, error) => {
      if (!error || !isUncertain(error)) asked.current = undefined
      await refreshTeam(client, accountId)
    },
  })
}
