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
]
