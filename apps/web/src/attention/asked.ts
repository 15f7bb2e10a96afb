import type { AttentionKey } from '@portal/domain/attention/attention-lists'
import type { AttentionItem } from '@portal/domain/attention/attention.schema'

/** An action on an item, before it is confirmed; plain data. */
export interface Asked {
  list: AttentionKey
  name: string
  item: AttentionItem
}

export interface QuestionProps {
  /** The action with the item as currently listed. */
  asked: Asked
  /** Another user has already acted, or the item no longer needs an action. */
  isGone: boolean
  onClose: () => void
  onDone: (message: string) => void
}
