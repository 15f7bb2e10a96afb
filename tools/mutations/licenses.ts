import type { Mutation } from './mutation.ts'

export const licenses: readonly Mutation[] = [
  {
    name: 'the file ignores the filter',
    file: 'apps/web/src/licenses/HeldExport.tsx',
    from: 'fetchHeldCsv(accountId, search)',
    to: 'fetchHeldCsv(accountId, { ...search, standing: undefined })',
    finds: 'screens/licenses/in-force.screen.ts',
  },
  {
    name: 'no list below a license from a link',
    file: 'apps/web/src/licenses/useLicensesAddress.ts',
    from: '  useEffect(() => putListBelow(history))\n',
    to: '  useEffect(() => void putListBelow)\n',
    finds: 'screens/licenses/license-address.screen.ts',
  },
  {
    name: 'a license that ended is added to the order',
    file: 'apps/web/src/licenses/HeldItemsDialog.tsx',
    from: 'onAdd(items.filter(isHeld))',
    to: 'onAdd(items)',
    finds: 'screens/licenses/choose-licenses.screen.ts',
  },
  {
    name: 'an order has room for any number of licenses',
    file: 'apps/web/src/licenses/HeldSelection.tsx',
    from: 'selected.length > room',
    to: 'selected.length > 9 * room',
    finds: 'screens/licenses/choose-licenses.screen.ts',
  },
]
