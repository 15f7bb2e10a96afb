import { declareCalls } from '../kernel/call.ts'
import { CompanyFilter } from '../session/session.schema.ts'
import {
  AttentionCount,
  AttentionPage,
  AttentionQuery,
  Resolved,
  ResolveItem,
  ResolveKey,
  StartCharging,
} from './attention.schema.ts'

export const attentionCalls = declareCalls({
  listAttention: {
    method: 'GET',
    path: '/attention',
    access: 'SuperAdmin',
    summary:
      'Returns what needs the attention of super admins in all companies: the oldest items of each list, or up to 500 of one list, and what stops charging.',
    query: AttentionQuery,
    answers: { 200: AttentionPage },
    refuses: [],
  },
  countAttention: {
    method: 'GET',
    path: '/attention/count',
    access: 'SuperAdmin',
    summary: 'Returns how many items wait for a super admin.',
    query: CompanyFilter,
    answers: { 200: AttentionCount },
    refuses: [],
  },
  startCharging: {
    method: 'POST',
    path: '/attention/charging',
    access: 'SuperAdmin',
    summary: 'Ends a stop of charging; 409 if it is not as `shown`.',
    query: CompanyFilter,
    body: StartCharging,
    answers: { 200: Resolved },
    refuses: [409],
  },
  resolveItem: {
    method: 'POST',
    path: '/attention/:list/:action',
    access: 'SuperAdmin',
    summary:
      'Resolves one item with an action of its list; 409: refused, or another person was first.',
    params: ResolveKey,
    query: CompanyFilter,
    body: ResolveItem,
    answers: { 200: Resolved },
    refuses: [409],
  },
})
