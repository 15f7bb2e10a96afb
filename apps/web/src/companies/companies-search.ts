import { searchLimit } from '@portal/domain/kernel/list-limits'
import { searchParams, text } from '../kernel/search-params.ts'

export const companiesSearch = searchParams({ q: text(searchLimit) })
