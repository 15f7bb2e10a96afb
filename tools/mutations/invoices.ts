import type { Mutation } from './mutation.ts'

export const invoices: readonly Mutation[] = [
  {
    name: 'wrong label of a hint',
    file: 'apps/web/src/invoices/InvoiceActions.tsx',
    from: "shown?.length === 0 && 'Nothing to export'",
    to: "shown?.length === 0 && 'Nothing to save'",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, a company without invoices gets a message
  },
  {
    name: 'missing disabled',
    file: 'apps/web/src/invoices/InvoiceActions.tsx',
    from: "failed ? notLoaded : eligibleCount === 0 && 'No eligible invoices'",
    to: "failed ? notLoaded : eligibleCount === -1 && 'No eligible invoices'",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, a company without invoices gets a message
  },
  {
    name: 'wrong permission gate of Pay all',
    file: 'apps/web/src/invoices/InvoiceListScreen.tsx',
    from: "const mayPay = mayUse(me, 'PayInvoices')",
    to: "const mayPay = me.role !== 'SuperAdmin' && mayUse(me, 'PayInvoices')",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, a company without invoices gets a message
  },
  {
    name: 'wrong name of the way on',
    file: 'apps/web/src/ui/ListState.tsx',
    from: "filters.isSearch ? 'search' : 'filters'",
    to: "filters.isSearch === undefined ? 'search' : 'filters'",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, filters that leave nothing say so
  },
  {
    name: 'count turned round',
    file: 'apps/web/src/invoices/InvoiceListScreen.tsx',
    from: "`${shown.length.toLocaleString('en-US')} of ${total}`",
    to: '`${all.length} of ${plural(shown.length, "invoice")}`',
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, filters that leave nothing say so
  },
  {
    name: 'cards keep their menus while selected',
    file: 'apps/web/src/invoices/InvoiceListScreen.tsx',
    from: '!selecting ? invoiceList : isPhone ? selectableCards : selectableInvoices',
    to: '!selecting ? invoiceList : selectableInvoices',
    finds: 'screens/ui/phone.screen.ts',
  },
  {
    name: 'breaks the policy of the page',
    file: 'apps/web/src/invoices/InvoiceListScreen.tsx',
    from: '  const search = route.useSearch()\n',
    to: "  const search = route.useSearch()\n  try {\n    Function('return 1')()\n  } catch {}\n",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, filters that leave nothing say so
  },
  {
    name: 'an error in the console',
    file: 'apps/web/src/ui/ListState.tsx',
    from: '  if (props.isEmpty(data))\n',
    to: "  if (props.isEmpty(data)) console.error('A row has no key.')\n  if (props.isEmpty(data))\n",
    finds: 'screens/invoices/empty-list.screen.ts', // was: e2e/list-states.test.ts, filters that leave nothing say so
  },
  {
    name: 'a copy button copies its label',
    file: 'apps/web/src/invoices/BankTransferDetails.tsx',
    from: 'text={copied}',
    to: 'text={label}',
    finds: 'screens/invoices/bank-transfer.screen.ts',
  },
  {
    name: 'a wrong day does not get the focus',
    file: 'apps/web/src/invoices/StatementDialog.tsx',
    from: "if ('refusal' in range) return focusFirstWrong(form.current, start, end)",
    to: "if ('refusal' in range) return",
    finds: 'screens/invoices/statement.screen.ts',
  },
  {
    name: 'details are the summary',
    file: 'apps/web/src/invoices/DownloadMenu.tsx',
    from: "download.start(invoice.invoiceNumber, 'xls')",
    to: "download.start(invoice.invoiceNumber, 'pdf')",
    finds: 'screens/invoices/downloads.screen.ts',
  },
  {
    name: 'an export without its account',
    file: 'apps/web/src/invoices/export-csv.ts',
    from: '`invoices-${company.accountId}-${today()}.csv`',
    to: '`invoices-${today()}.csv`',
    finds: 'screens/invoices/export-rows.screen.ts',
  },
]
