import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { signIn } from '../session/session.api.ts'
import { acceptInvitation, checkInvitation } from './invitation.api.ts'
import { forgetInvitationCode, invitationCode } from './invitation-code.ts'
import { needsSignIn } from './invitation-end.ts'

/**
 * The key tells nothing: the code is not to be found in what the page keeps. It is the session's, as it
 * outlives the change of person that accepting is: asked again, an accepted invitation is none.
 */
const queryKey = ['session', 'invitation']

/** The invitation this page was opened with: checks it, by way of sign-in if need be, and accepts it once. */
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
    retry: false,
    refetchOnWindowFocus: false,
  })
  const acceptance = useSingleMutation({
    mutationFn: async () => {
      await orSignIn(code, acceptInvitation)
      forgetInvitationCode()
      // Another person's rights now: nothing that was loaded before holds any more.
      await client.resetQueries({ predicate: (query) => query.queryKey[1] !== queryKey[1] })
      await navigate({ to: '/manage', replace: true })
    },
  })
  return {
    hasCode: code !== undefined || acceptance.isPending || acceptance.isSuccess,
    check,
    acceptance,
    accept: () => acceptance.mutate(),
  }
}

/** Does it, or leaves for sign-in, which comes back with the code. */
async function orSignIn<Answer>(
  code: string | undefined,
  work: (code: string) => Promise<Answer>,
): Promise<Answer> {
  if (code === undefined) throw new Error('There is no invitation to look at.')
  try {
    return await work(code)
  } catch (error) {
    if (needsSignIn(error)) return signIn(`/confirm?code=${encodeURIComponent(code)}`)
    throw error
  }
}
