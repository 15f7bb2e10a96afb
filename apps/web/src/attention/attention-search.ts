import { attentionKeys } from '@portal/domain/attention/attention-keys'
import { oneOf, searchParams } from '../kernel/search-params.ts'

export const attentionSearch = searchParams({
  /** One list only, with all of its items. */
  list: oneOf(attentionKeys),
})
