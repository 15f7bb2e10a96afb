import { attentionKeys } from '@portal/domain/attention/attention-keys'
import { oneOf, searchParams } from '../kernel/search-params.ts'

export const attentionSearch = searchParams({
  /** Shows only this list, with all its items. */
  list: oneOf(attentionKeys),
})
