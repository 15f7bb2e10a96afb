import type { AttentionKey } from './attention-lists.ts'

/** The lists in their order. Apart from their texts, which only the page "Needs attention" has to load. */
export const attentionKeys = Object.keys({
  onHold: true,
  attempts: true,
  unknown: true,
  purchases: true,
  events: true,
  mails: true,
  imports: true,
  moneyBack: true,
} satisfies Record<AttentionKey, true>) as AttentionKey[]
