import { equipmentStatuses, type EquipmentStatus } from '@portal/domain/equipment/status'
import { oneOf, present, text, type Changes } from '../kernel/search-params.ts'

/** What the address of the approvals holds. */
export interface EquipmentSearch {
  q?: string
  status?: EquipmentStatus
  size?: '25' | '50' | '100'
  /** Digits, from 2 on. */
  page?: string
  /** Id of the request in the side panel. */
  open?: string
}

export type ChangeApprovals = (change: Changes<EquipmentSearch>) => void

/** Reads the query; a value that makes no sense is dropped, not obeyed. */
export function equipmentSearch(raw: Record<string, unknown>): EquipmentSearch {
  return present<EquipmentSearch>({
    q: text(raw.q)?.slice(0, 200),
    status: oneOf(raw.status, equipmentStatuses),
    size: oneOf(raw.size, ['25', '50', '100']),
    page: /^([2-9]|[1-9]\d{1,4})$/.test(text(raw.page) ?? '') ? text(raw.page) : undefined,
    open: text(raw.open),
  })
}

export const sizeChoices = [
  { value: '10', label: '10' },
  { value: '25', label: '25' },
  { value: '50', label: '50' },
  { value: '100', label: '100' },
] as const

export const pageSize = ({ size }: EquipmentSearch) => Number(size ?? 10)
export const pageNumber = ({ page }: EquipmentSearch) => Number(page ?? 1)
