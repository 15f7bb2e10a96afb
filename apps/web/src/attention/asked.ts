import type { AttentionAction, AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'

/** An action on an item, before it is confirmed. */
export interface Asked {
  list: AttentionKey
  name: string
  action: AttentionAction
  item: AttentionItem
}
