import type { Mutation } from './mutation.ts'

export const session: readonly Mutation[] = [
  {
    name: 'a lost server is a failed list',
    file: 'apps/web/src/api/call.ts',
    from: 'const unavailable = new Set([502, 503, 504])',
    to: 'const unavailable = new Set([503, 504])',
    finds: 'screens/session/connection.screen.ts',
  },
  {
    name: 'queries stay paused',
    file: 'apps/web/src/api/connection.ts',
    from: "onlineManager.setOnline(next === 'reached')",
    to: "if (next !== 'reached') onlineManager.setOnline(false)",
    finds: 'screens/session/connection.screen.ts',
  },
  {
    name: 'requests open with another permission',
    file: 'apps/web/src/routes.tsx',
    from: "access: 'AccessErfs', title: 'Approvals'",
    to: "access: 'AccessLicenses', title: 'Approvals'",
    finds: 'screens/session/menu-and-guards.screen.ts',
  },
  {
    name: 'a page of a former version is not loaded again',
    file: 'apps/web/src/shell/BrokenScreen.tsx',
    from: 'if (Date.now() - last < oncePerMs) return false',
    to: 'if (Date.now() >= last) return false',
    finds: 'screens/session/open-page.screen.ts',
  },
  {
    name: 'each change of rights has a message of its own',
    file: 'apps/web/src/shell/Shell.tsx',
    from: "toast.problem('Your permissions have changed.', change.words, change.words)",
    to: "toast.problem('Your permissions have changed.', change.words)",
    finds: 'screens/session/rights-change.screen.ts',
  },
]
