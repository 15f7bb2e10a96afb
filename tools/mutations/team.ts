import type { Mutation } from './mutation.ts'

export const team: readonly Mutation[] = [
  {
    name: 'the filter by user is not sent',
    file: 'apps/web/src/team/history.api.ts',
    from: "userFilter: search.user ?? '',",
    to: "userFilter: '',",
    finds: 'screens/team/history.screen.ts',
  },
  {
    name: 'a category is granted instead of removed',
    file: 'apps/web/src/team/useChangeAccess.ts',
    from: 'granted: step.isHeld,',
    to: 'granted: !step.isHeld,',
    finds: 'screens/team/users.screen.ts',
  },
  {
    name: 'Try Again does nothing',
    file: 'apps/web/src/team/ConfirmScreen.tsx',
    from: '<End error={acceptance.error} onRetry={accept} />',
    to: '<End error={acceptance.error} onRetry={() => {}} />',
    finds: 'screens/team/confirm.screen.ts',
  },
  {
    name: 'every permission is shown as requested',
    file: 'apps/web/src/team/AskForAccess.tsx',
    from: 'own.data?.find((request) => request.permission === permission)',
    to: 'own.data?.[0]',
    finds: 'screens/team/access-requests.screen.ts',
  },
  {
    name: 'a refused invitation shows no reason',
    file: 'apps/web/src/team/InviteForm.tsx',
    from: "error={sending.error ? failureText(sending.error, 'Failed to send invite.') : undefined}",
    to: 'error={undefined}',
    finds: 'screens/team/invites.screen.ts',
  },
  {
    name: 'a declined request is granted',
    file: 'apps/web/src/team/RequestLine.tsx',
    from: 'onClick={() => decide(request, false)}',
    to: 'onClick={() => decide(request, true)}',
    finds: 'screens/team/access-requests.screen.ts',
  },
  {
    name: 'the link of a member leads nowhere',
    file: 'apps/web/src/team/ConfirmScreen.tsx',
    from: '<ButtonLink tone="primary" path="/manage">',
    to: '<ButtonLink tone="primary" path="/confirm">',
    finds: 'screens/team/confirm.screen.ts',
  },
]
