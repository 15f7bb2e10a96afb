import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import type { Decision } from '@portal/domain/equipment/status'
import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { focusMain } from '../ui/focus-main.ts'
import { decideRequest, equipmentRequestQuery, refreshEquipment } from './equipment.api.ts'

/** Approves or cancels once, however often it is pressed; what came of it is shown everywhere. */
export function useDecide(accountId: string, decision: Decision, onDone: () => void) {
  const client = useQueryClient()
  const deciding = useSingleMutation({
    mutationFn: (request: EquipmentRequest) => decideRequest(accountId, request, decision),
    onSuccess: (decided) => {
      const { queryKey } = equipmentRequestQuery(accountId, decided.equipmentRequestId)
      // What stands there changes with it, and is read out.
      client.setQueryData(queryKey, decided)
      onDone()
      // The buttons are gone with the question.
      focusMain()
    },
    onSettled: () => {
      // Also after a refusal: somebody else may have decided meanwhile.
      void refreshEquipment(client, accountId)
    },
  })
  return {
    busy: deciding.isPending,
    error: deciding.error,
    start: deciding.mutate,
  }
}
