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
  {
    name: 'a deleted draft is requested again',
    file: 'apps/web/src/licenses/AllOrders.tsx',
    from: ' || open === String(deleted)',
    to: '',
    finds: 'screens/licenses/orders.screen.ts',
  },
  {
    name: 'the reason of an item that cannot be ordered is not shown',
    file: 'apps/web/src/licenses/OrderItems.tsx',
    from: '{fault && ',
    to: '{!fault && ',
    finds: 'screens/licenses/build-order.screen.ts',
  },
  {
    name: 'no button leads to the order from a narrow window',
    file: 'apps/web/src/licenses/LicensesScreen.tsx',
    from: '        !isBeside &&\n        items > 0',
    to: '        isBeside &&\n        items > 0',
    finds: 'screens/licenses/order-beside.screen.ts',
  },
  {
    name: 'a double click acts on what the first click opened',
    file: 'apps/web/src/ui/click-series.ts',
    from: 'else if (control !== first)',
    to: 'else if (!control)',
    finds: 'screens/licenses/double-click.screen.ts',
  },
]
