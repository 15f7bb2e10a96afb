import type { Mutation } from './mutation.ts'

export const ui: readonly Mutation[] = [
  {
    name: 'lost focus when the calendar opens',
    file: 'apps/web/src/ui/Calendar.tsx',
    from: '      autoFocus\n',
    to: '',
    finds: 'screens/ui/calendar.screen.ts', // was: e2e/calendar.test.ts, in the calendar by keyboard
  },
  {
    name: 'too few years to choose',
    file: 'apps/web/src/ui/Calendar.tsx',
    from: 'const yearsBack = 20',
    to: 'const yearsBack = 5',
    finds: 'screens/ui/calendar.screen.ts', // was: e2e/calendar.test.ts, in the calendar by keyboard
  },
  {
    name: 'wrong step of Page Down',
    file: 'apps/web/src/ui/visible-rows.ts',
    from: 'PageDown: from + page,',
    to: 'PageDown: from + page + 1,',
    finds: '', // was: e2e/keyboard.test.ts, arrows, Page, Home and End
  },
  {
    name: 'the row that a key moves to has no focus',
    file: 'apps/web/src/ui/useRowKeys.ts',
    from: 'afterFrames(2, () => rowAt(gridRef.current, index)?.focus({ preventScroll: true }))\n  }\n\n  useReturn',
    to: 'afterFrames(2, () => rowAt(gridRef.current, index))\n  }\n\n  useReturn',
    finds: '', // was: e2e/keyboard.test.ts, arrows, Page, Home and End
  },
  {
    name: 'Back does not know the calendar',
    file: 'apps/web/src/ui/DateField.tsx',
    from: 'useLayerEntry({ open: open && !isPhone, onClose: () => setOpen(false) })',
    to: 'useLayerEntry({ open: false, onClose: () => setOpen(false) })',
    finds: '', // was: e2e/back-closes.test.ts, Back closes a calendar, then its dialog
  },
  {
    name: 'Back closes every layer',
    file: 'apps/web/src/kernel/layer-history.ts',
    from: '.slice(mark.depth, from.depth)',
    to: '.slice(0, from.depth)',
    finds: '', // was: e2e/back-closes.test.ts, Back closes a calendar, then its dialog
  },
  {
    name: 'the hint of an instant is not in UTC',
    file: 'apps/web/src/ui/Instant.tsx',
    from: 'isWhole ? utc : ',
    to: 'isWhole ? formatInstant(at) : ',
    finds: 'screens/ui/times.screen.ts',
  },
  {
    name: 'a list is named like a variable',
    file: 'apps/web/src/equipment/approval-columns.tsx',
    from: "label: 'Requests'",
    to: "label: 'requestRows'",
    finds: 'screens/ui/names.screen.ts',
  },
]
