import type { AttentionKey } from './attention-lists.ts'

/** The keys of the lists, in order. The texts are in another file, because only the page "Needs attention" loads them. */
export const attentionKeys = Object.keys({
  onHold: true,
  appliedElsewhere: true,
  otherCurrency: true,
  attempts: true,
  unknown: true,
  purchases: true,
  events: true,
  mails: true,
  imports: true,
  bankAccounts: true,
  unreadCategories: true,
  licenses: true,
  autoPayCards: true,
  autoPayReaders: true,
  signIns: true,
  superAdmins: true,
  questions: true,
  moneyBack: true,
  licenseLinks: true,
} satisfies Record<AttentionKey, true>) as AttentionKey[]
