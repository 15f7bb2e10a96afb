import { Type } from 'typebox'
import { countHeaders, declareCalls } from '../kernel/call.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  DecideEquipment,
  DecideEquipmentBody,
  EquipmentKey,
  EquipmentPage,
  EquipmentRequest,
  EquipmentRow,
} from './equipment.schema.ts'

export const equipmentCalls = declareCalls({
  listEquipmentRequests: {
    method: 'GET',
    path: '/ttnet/requests',
    access: 'AccessErfs',
    summary: 'Returns equipment requests, newest first.',
    query: EquipmentPage,
    answers: { 200: Type.Array(EquipmentRow) },
    sends: countHeaders,
    refuses: [],
  },
  getEquipmentRequest: {
    method: 'GET',
    path: '/ttnet/request/:id',
    access: 'AccessErfs',
    record: ['equipmentRequest', 'id'],
    summary: 'Returns an equipment request with its lines.',
    params: EquipmentKey,
    query: CompanyFilter,
    answers: { 200: EquipmentRequest },
    refuses: [],
  },
  approveEquipmentRequest: {
    method: 'PUT',
    path: '/ttnet/approve',
    access: 'AccessErfs',
    record: ['equipmentRequest', 'requestId'],
    summary: 'Approves a request that waits for the customer.',
    query: DecideEquipment,
    body: DecideEquipmentBody,
    answers: { 200: EquipmentRequest },
    refuses: [409],
  },
  cancelEquipmentRequest: {
    method: 'PUT',
    path: '/ttnet/cancel',
    access: 'AccessErfs',
    record: ['equipmentRequest', 'requestId'],
    summary: 'Cancels a request that waits for the customer.',
    query: DecideEquipment,
    body: DecideEquipmentBody,
    answers: { 200: EquipmentRequest },
    refuses: [409],
  },
})
