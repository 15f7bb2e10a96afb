import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { InviteCheck } from '@portal/domain/team/invites.schema'
import { CallFailed } from '../api/call-failed.ts'
import { whileUnreachable } from '../api/query-client.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { forgetInvitationCode, invitationCode } from '../session/invitation-code.ts'
import { signIn } from '../session/session.api.ts'
import { needsSignIn } from './invitation-end.ts'
import { acceptInvitation, checkInvitation } from './team.api.ts'

/**
 * The key does not contain the code, which must not appear in cached data. It starts with 'session' to outlive the
 * change of user on acceptance: checked again, an accepted invitation would not be found.
 */
const queryKey = ['session', 'invitation']

/** Checks the invitation this page was opened with, with a sign-in if necessary, and accepts it once. */
export function useInvitation() {
  const code = invitationCode()
  const client = useQueryClient()
  const navigate = useNavigate()
  const check = useQuery({
    queryKey,
    queryFn: ({ signal }) => orSignIn(code, (known) => checkInvitation(known, signal)),
    enabled: code !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: whileUnreachable,
    refetchOnWindowFocus: false,
  })
  const acceptance = useSingleMutation({
    mutationFn: async ({ companyName, permissions, categories, leavesCompany }: InviteCheck) => {
      const shown = { companyName, permissions, categories, leavesCompany }
      await orSignIn(code, (known) => acceptInvitation(known, shown))
      forgetInvitationCode()
      // The user's permissions have changed: everything loaded before is outdated.
      await client.resetQueries({ predicate: (query) => query.queryKey[1] !== queryKey[1] })
      await navigate({ to: '/', replace: true })
    },
    onError: (error) => error instanceof CallFailed && error.status === 409 && check.refetch(),
  })
  return {
    hasCode: code !== undefined || acceptance.isPending || acceptance.isSuccess,
    /** The path of the link, to which a sign-in returns. */
    path: code && pathOf(code),
    check,
    acceptance,
    accept: () => check.data && acceptance.mutate(check.data),
  }
}

const pathOf = (code: string) => `/confirm?code=${encodeURIComponent(code)}`

/** Runs the call, or leaves for sign-in, which returns with the code. */
async function orSignIn<Answer>(
  code: string | undefined,
  work: (code: string) => Promise<Answer>,
): Promise<Answer> {
  if (code === undefined) throw new Error('There is no invitation to load.')
  try {
    return await work(code)
  } catch (error) {
    if (needsSignIn(error)) return signIn(pathOf(code))
    throw error
  }
}
