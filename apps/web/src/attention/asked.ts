import type { AttentionAction, AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'

/** An action of an item, before it is carried out. */
export interface Asked {
  list: AttentionKey
  name: string
  action: AttentionAction
  item: AttentionItem
}
