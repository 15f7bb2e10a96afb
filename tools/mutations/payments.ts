import type { Mutation } from './mutation.ts'

export const payments: readonly Mutation[] = [
  {
    name: 'card limit ignored by the dialog',
    file: 'apps/web/src/payments/PayInvoiceDialog.tsx',
    from: 'cardPaymentRefusal(invoice, config.cardLimitCents) ??',
    to: 'cardPaymentRefusal(invoice, config.cardLimitCents * 10) ??',
    finds: '', // was: e2e/pay-refused.test.ts, paying MTS-S021 is refused
  },
  {
    name: 'wrong permission gate of Pay',
    file: 'apps/web/src/invoices/InvoiceDetailView.tsx',
    from: "const mayPay = mayUse(me, 'PayInvoices')",
    to: "const mayPay = mayUse(me, 'ManageUsers')",
    finds: '', // was: e2e/pay-refused.test.ts, paying MTS-S021 is refused
  },
  {
    name: 'the second try repeats the key of the first',
    file: 'apps/web/src/payments/useIdempotencyKey.ts',
    from: 'if (error && isUncertain(error)) return',
    to: 'if (error) return',
    finds: 'screens/payments/declined-card.screen.ts', // was: e2e/pay-refused.test.ts, a declined card is shown
  },
  {
    name: 'missing error state',
    file: 'apps/web/src/payments/ConfirmPayment.tsx',
    from: "error={payment.error ? failureText(payment.error, 'Payment failed.') : undefined}",
    to: 'error={undefined}',
    finds: 'screens/payments/declined-card.screen.ts', // was: e2e/pay-refused.test.ts, a declined card is shown
  },
  {
    name: 'wrong query parameter',
    file: 'apps/web/src/payments/autopay.api.ts',
    from: 'call(endpoints.getAutoPayPlan, { query: { crmId: accountId }, signal })',
    to: "call(endpoints.getAutoPayPlan, { query: { crmId: '10412' }, signal })",
    finds: '', // was: e2e/autopay.test.ts, (with an expired card or an overdue|the plan is shown before
  },
  {
    name: 'off by one in what is hidden',
    file: 'apps/web/src/payments/NotCovered.tsx',
    from: '{hidden > 0 && (',
    to: '{hidden > 1 && (',
    finds: '', // was: e2e/autopay.test.ts, (with an expired card or an overdue|the plan is shown before
  },
  {
    name: 'preview and plan confused',
    file: 'apps/web/src/payments/AutoPayPlan.tsx',
    from: "isEnrolled ? 'Planned charges' : 'Preview of the planned charges'",
    to: "!isEnrolled ? 'Planned charges' : 'Preview of the planned charges'",
    finds: '', // was: e2e/autopay.test.ts, (with an expired card or an overdue|the plan is shown before
  },
  {
    name: 'forced colors paint over the ages',
    file: 'apps/web/src/payments/Aging.module.css',
    from: '  forced-color-adjust: none;\n',
    to: '',
    finds: '', // was: e2e/forced-colors.soak.test.ts, with forced colors the ages of a balance
  },
  {
    name: 'two ages of one color',
    file: 'apps/web/src/payments/Aging.module.css',
    from: '--age: var(--age-3)',
    to: '--age: var(--age-2)',
    finds: '', // was: e2e/forced-colors.soak.test.ts, with forced colors the ages of a balance
  },
]
