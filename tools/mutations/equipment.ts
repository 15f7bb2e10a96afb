import type { Mutation } from './mutation.ts'

export const equipment: readonly Mutation[] = [
  {
    name: 'Cancel Order approves',
    file: 'apps/web/src/equipment/equipment.api.ts',
    from: 'cancel: endpoints.cancelEquipmentRequest',
    to: 'cancel: endpoints.approveEquipmentRequest',
    finds: 'screens/equipment/approvals.screen.ts',
  },
]
