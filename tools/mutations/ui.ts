import { faultsOf, type Mutation } from './mutation.ts'

export const ui: readonly Mutation[] = [
  ...faultsOf('apps/web/src/ui/fields/Calendar.tsx', 'screens/ui/calendar.screen.ts', {
    'lost focus when the calendar opens': ['      autoFocus\n', ''],
    'too few years to choose': ['const yearsBack = 20', 'const yearsBack = 5'],
  }),
  ...faultsOf('apps/web/src/ui/lists/visible-rows.ts', 'screens/ui/keyboard.long.screen.ts', {
    'wrong step of Page Down': ['PageDown: from + page,', 'PageDown: from + page + 1,'],
  }),
  ...faultsOf('apps/web/src/ui/lists/useRowKeys.ts', 'screens/ui/keyboard.long.screen.ts', {
    'the row that a key moves to has no focus': [
      '(row) => row.focus({ preventScroll: true })',
      '() => {}',
    ],
  }),
  ...faultsOf('apps/web/src/ui/fields/DateField.tsx', 'screens/ui/back-closes.long.screen.ts', {
    'Back does not know the calendar': [
      'useLayerEntry({ open: open && !isPhone, onClose: () => setOpen(false) })',
      'useLayerEntry({ open: false, onClose: () => setOpen(false) })',
    ],
  }),
  ...faultsOf('apps/web/src/kernel/layer-history.ts', 'screens/ui/back-closes.long.screen.ts', {
    'Back closes every layer': ['.slice(mark.depth, from.depth)', '.slice(0, from.depth)'],
  }),
  ...faultsOf('apps/web/src/ui/Skeleton.module.css', 'screens/ui/list-states.screen.ts', {
    'a placeholder appears at once': ['appear 0.1s 0.15s backwards', 'appear 0.1s backwards'],
  }),
  ...faultsOf('apps/web/src/ui/layers/SidePanel.tsx', 'screens/ui/beside-list.screen.ts', {
    'the focus is lost when a panel closes': [
      'useEffectEvent(() => toReturn()?.focus())',
      'useEffectEvent(() => void toReturn())',
    ],
  }),
  ...faultsOf('apps/web/src/ui/lists/useRowKeys.ts', 'screens/ui/return-to-list.screen.ts', {
    'the row that was left has no focus afterwards': [
      "if (focused === document.body || focused?.id === 'main')",
      'if (focused === document.body)',
    ],
  }),
  ...faultsOf(
    'apps/web/src/payments/balance/BalanceScreen.tsx',
    'screens/ui/large-amounts.long.screen.ts',
    {
      'two rows of one network are alike': [
        'note: isolated(subsidiary.code)',
        "note: isolated('')",
      ],
    },
  ),
  ...faultsOf('apps/web/src/shell/script-fonts.ts', 'screens/ui/other-scripts.long.screen.ts', {
    'text of other scripts loads no font': [
      'const common = /^[\\0-\\u058f',
      'const common = /^[\\0-\\u0fff',
    ],
  }),
  ...faultsOf('apps/web/src/ui/widths.ts', 'screens/ui/landscape.screen.ts', {
    'buttons of a phone held sideways are low': [
      'screen and (pointer: coarse)',
      'screen and (pointer: none)',
    ],
  }),
  ...faultsOf('apps/web/src/shell/theme.ts', 'screens/ui/shell.screen.ts', {
    'the theme does not follow the system': [
      "  systemDark.addEventListener('change', applyTheme)\n",
      '',
    ],
  }),
  ...faultsOf('apps/web/src/first.ts', 'screens/ui/first-paint.screen.ts', {
    'no way on if the code cannot be loaded': [
      'replaceChildren(text, reload)',
      'replaceChildren(text)',
    ],
  }),
  ...faultsOf('apps/web/src/shell/theme.ts', 'screens/ui/installable.screen.ts', {
    'the bars of the browser have the color of the text': [
      "getPropertyValue('--surface')",
      "getPropertyValue('--text')",
    ],
  }),
  ...faultsOf('apps/web/src/ui/lists/PrintRows.module.css', 'screens/ui/print.long.screen.ts', {
    'the header is on the first sheet only': [
      'display: table-header-group',
      'display: table-row-group',
    ],
  }),
  ...faultsOf('apps/web/src/ui/Instant.tsx', 'screens/ui/times.screen.ts', {
    'the hint of an instant is not in UTC': ['isWhole ? utc : ', 'isWhole ? formatInstant(at) : '],
  }),
  ...faultsOf('apps/web/src/equipment/approval-columns.tsx', 'screens/ui/names.long.screen.ts', {
    'a list is named like a variable': ["label: 'Requests'", "label: 'requestRows'"],
  }),
  ...faultsOf('apps/web/src/ui/usePrintWhole.ts', 'screens/ui/print.long.screen.ts', {
    'rows are printed that are no longer shown': [
      'if (location.href !== asked) return',
      "if (asked === '') return",
    ],
  }),
]
