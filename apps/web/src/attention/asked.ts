import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'

/** An action on an item, before it is confirmed; plain data. */
export interface Asked {
  list: AttentionKey
  name: string
  item: AttentionItem
}

export interface QuestionProps {
  /** With the item as it is listed now. */
  asked: Asked
  /** Another user was first, or the item needs no action any more. */
  isGone: boolean
  onClose: () => void
  onDone: (message: string) => void
}
