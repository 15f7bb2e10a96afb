import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { decisions, type Decision } from '@portal/domain/equipment/status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../ui/toasts.ts'
import { decideRequest, equipmentRequestQuery, refreshEquipment } from './equipment.api.ts'

/** Approves or cancels once, however often it is pressed; what came of it is shown everywhere. */
export function useDecide(accountId: string, decision: Decision, onDone: () => void) {
  const client = useQueryClient()
  const underWay = useRef(false)
  const deciding = useMutation({
    mutationFn: (request: EquipmentRequest) => decideRequest(accountId, request, decision),
    onSuccess: (decided) => {
      const { equipmentRequestId: id } = decided
      client.setQueryData(equipmentRequestQuery(accountId, id).queryKey, decided)
      toast.done(`Request ${decisions[decision].done}`, id)
      onDone()
    },
    onSettled: () => {
      underWay.current = false
      // Also after a refusal: somebody else may have decided meanwhile.
      void refreshEquipment(client, accountId)
    },
  })
  return {
    busy: deciding.isPending,
    error: deciding.error,
    start: (request: EquipmentRequest) => {
      if (underWay.current) return
      underWay.current = true
      deciding.mutate(request)
    },
  }
}
