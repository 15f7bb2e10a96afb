import { faultsOf, type Mutation } from './mutation.ts'

export const invoices: readonly Mutation[] = [
  ...faultsOf('apps/web/src/ui/ExportButtons.tsx', 'screens/invoices/empty-list.screen.ts', {
    'wrong label of a hint': ["!count && 'Nothing to export'", "!count && 'Nothing to save'"],
  }),
  ...faultsOf('apps/web/src/invoices/InvoiceActions.tsx', 'screens/invoices/empty-list.screen.ts', {
    'missing disabled': [
      "failed ? notLoaded : eligible?.length === 0 && 'No eligible invoices'",
      "failed ? notLoaded : eligible?.length === -1 && 'No eligible invoices'",
    ],
  }),
  ...faultsOf(
    'apps/web/src/invoice-page/InvoiceListScreen.tsx',
    'screens/invoices/empty-list.screen.ts',
    {
      'wrong permission gate of Pay all': [
        "const mayPay = mayUse(me, 'PayInvoices')",
        "const mayPay = me.role !== 'SuperAdmin' && mayUse(me, 'PayInvoices')",
      ],
      'count turned round': [
        "`${shown.length.toLocaleString('en-US')} of ${total}`",
        '`${all.length} of ${plural(shown.length, "invoice")}`',
      ],
      'breaks the policy of the page': [
        '  const search = route.useSearch()\n',
        "  const search = route.useSearch()\n  try {\n    Function('return 1')()\n  } catch {}\n",
      ],
    },
  ),
  ...faultsOf('apps/web/src/ui/lists/ListState.tsx', 'screens/invoices/empty-list.screen.ts', {
    'wrong name of the way on': [
      "filters.isSearch ? 'search' : 'filters'",
      "filters.isSearch === undefined ? 'search' : 'filters'",
    ],
    'an error in the console': [
      '  if (props.isEmpty(data))\n',
      "  if (props.isEmpty(data)) console.error('A row has no key.')\n  if (props.isEmpty(data))\n",
    ],
  }),
  ...faultsOf(
    'apps/web/src/invoice-page/InvoiceListScreen.tsx',
    'screens/ui/phone.long.screen.ts',
    {
      'cards keep their menus while selected': [
        '!selecting ? invoiceList : isPhone ? selectableCards : selectableInvoices',
        '!selecting ? invoiceList : selectableInvoices',
      ],
    },
  ),
  ...faultsOf(
    'apps/web/src/invoice-page/InvoiceDetailView.tsx',
    'screens/invoices/invoice-detail.screen.ts',
    {
      'the lines go while a call around them is repeated': [
        'const isArriving = shown !== invoice && around',
        'const isArriving = around',
      ],
      'the lines wait forever': ['const patience = 5000', 'const patience = 500_000'],
    },
  ),
  ...faultsOf(
    'apps/web/src/invoices/invoice-search.ts',
    'screens/invoices/find-invoice.screen.ts',
    {
      'a search longer than three letters is lost': ['q: text(searchLimit)', 'q: text(3)'],
    },
  ),
  ...faultsOf('apps/web/src/ui/lists/useRowKeys.ts', 'screens/invoices/select-invoices.screen.ts', {
    'a row that the keys pass is not selected': [
      'if (event.shiftKey) selecting',
      'if (event.altKey) selecting',
    ],
  }),
  ...faultsOf('apps/web/src/invoices/useDefaultView.ts', 'screens/invoices/saved-views.screen.ts', {
    'no default view applies': ['view.isDefault && !isWhole', 'view.isDefault && isWhole'],
  }),
  ...faultsOf(
    'apps/web/src/invoices/SendInvoicesDialog.tsx',
    'screens/invoices/send-again.screen.ts',
    {
      'only the first of several invoices is sent': [
        'sendInvoices(accountId, ids, emails',
        'sendInvoices(accountId, ids.slice(0, 1), emails',
      ],
    },
  ),
  ...faultsOf(
    'apps/web/src/invoices/BankTransferDetails.tsx',
    'screens/invoices/bank-transfer.screen.ts',
    {
      'a copy button copies its label': ['text={copied}', 'text={label}'],
    },
  ),
  ...faultsOf('apps/web/src/invoices/StatementDialog.tsx', 'screens/invoices/statement.screen.ts', {
    'a wrong day does not get the focus': [
      'focusFirstWrong(form.current, start, end)\n    return',
      'return',
    ],
  }),
  ...faultsOf('apps/web/src/invoices/DownloadMenu.tsx', 'screens/invoices/downloads.screen.ts', {
    'details are the summary': [
      "download.start(invoice.invoiceNumber, 'xls')",
      "download.start(invoice.invoiceNumber, 'pdf')",
    ],
  }),
  ...faultsOf(
    'apps/web/src/invoices/find-invoices.ts',
    'apps/web/src/invoices/find-invoices.test.ts',
    {
      'one of several numbers is not enough': ['words.length > 1 &&', 'words.length > 9 &&'],
      'the balance is not searched': ['|| isWritten(balanceDue)', ''],
      'an amount is a part of a number': [
        '? undefined : compact(text)',
        '? compact(text) : compact(text)',
      ],
    },
  ),
  ...faultsOf('apps/web/src/invoices/invoices-file.ts', 'screens/invoices/export-rows.screen.ts', {
    'an export without its account': [
      '`invoices-${company.accountId}-${today()}`',
      '`invoices-${today()}`',
    ],
  }),
  ...faultsOf('apps/web/src/invoices/AmountRange.tsx', 'screens/invoices/find-invoice.screen.ts', {
    'an amount that is no number says nothing': ['error={error}', 'error={undefined}'],
  }),
]
