import { equipmentStatuses } from '@portal/domain/equipment/status'
import { searchLimit } from '@portal/domain/kernel/list-limits'
import {
  oneOf,
  page,
  searchParams,
  text,
  type Changes,
  type SearchOf,
} from '../kernel/search-params.ts'

export const equipmentSearch = searchParams({
  q: text(searchLimit),
  status: oneOf(equipmentStatuses),
  size: oneOf(['10', '25', '50', '100'], '10'),
  page,
  /** Id of the request in the side panel. */
  open: text(64),
})
export type EquipmentSearch = SearchOf<typeof equipmentSearch>
export type ChangeApprovals = (change: Changes<EquipmentSearch>) => void

export const pageSize = ({ size }: Pick<EquipmentSearch, 'size'>) => Number(size)
