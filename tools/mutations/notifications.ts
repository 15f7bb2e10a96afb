import { faultsOf, type Mutation } from './mutation.ts'

const waiting = 'apps/server/src/invoices/waiting-mails.test.ts'

export const notifications: readonly Mutation[] = [
  {
    name: 'the attachment is offered without its emails',
    file: 'apps/web/src/notifications/NotificationsScreen.tsx',
    from: "kind === 'newInvoices' && isOn && (",
    to: "kind === 'newInvoices' && (",
    finds: 'screens/notifications/notifications.screen.ts',
  },
  ...faultsOf('apps/server/src/notifications/mail-ports.ts', waiting, {
    'a waiting mail shows what its reader may no longer see': [
      'shows)).length > 0',
      'shows)).length > 9',
    ],
  }),
  ...faultsOf(
    'apps/server/src/notifications/mail-ports.ts',
    'apps/server/src/notifications/mail-ports.test.ts',
    { 'a corrected invoice has its former PDF': [' && Date.now() - last.at < keptMs', ''] },
  ),
  ...faultsOf('apps/server/src/platform/mail/send-queued-mail.ts', waiting, {
    'a withheld mail counts as sent': [
      'delete from mail where',
      'update mail set sent_at = now() where',
    ],
  }),
  ...faultsOf(
    'apps/server/src/invoices/invoice-readers.ts',
    'apps/server/src/payments/receipts/mailbox-invoices.test.ts',
    { 'a user who left gets invoices again': [' or u.deactivated_at > r.granted_at', ''] },
  ),
  ...faultsOf(
    'apps/server/src/import/kinds/company-merge.ts',
    'apps/server/src/import/import-merges.test.ts',
    {
      'what a merged company was not told stays untold': ['min(m.id) - 1', 'max(m.id)'],
    },
  ),
  ...faultsOf(
    'packages/domain/src/payments/autopay-sentence.ts',
    'packages/domain/src/payments/autopay-sentence.test.ts',
    { 'a mail promises a charge while charging is stopped': ['day && !isStopped', 'day'] },
  ),
]
