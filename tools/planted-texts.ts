import type { Fault } from './planted-fault.ts'

/** Wrong texts that a walk of a few minutes must notice. */
export const plantedTexts: readonly (Fault & { shows: RegExp })[] = [
  {
    file: 'apps/web/src/payments/balance/BalanceScreen.tsx',
    from: 'title="Balance Breakdown"',
    to: 'title="Balance of undefined"',
    shows: /undefined/,
  },
  {
    file: 'apps/web/src/invoice-page/InvoiceListScreen.tsx',
    from: 'shown.length === all.length ? total :',
    to: 'shown.length === all.length ? `${total}, null` :',
    shows: /null/,
  },
]
