import { attentionKeys, type AttentionKey } from '@portal/domain/attention/attention-lists'
import { oneOf, present } from '../kernel/search-params.ts'

export interface AttentionSearch {
  /** One list only, with all of its items. */
  list?: AttentionKey
}

export const attentionSearch = (search: Record<string, unknown>): AttentionSearch =>
  present<AttentionSearch>({ list: oneOf(search.list, attentionKeys) })
