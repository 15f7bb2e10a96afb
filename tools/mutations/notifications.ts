import type { Mutation } from './mutation.ts'

export const notifications: readonly Mutation[] = [
  {
    name: 'the attachment is offered without its emails',
    file: 'apps/web/src/notifications/NotificationsScreen.tsx',
    from: "kind === 'newInvoices' && isOn && (",
    to: "kind === 'newInvoices' && (",
    finds: 'screens/notifications/notifications.screen.ts',
  },
]
