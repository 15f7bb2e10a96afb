// Written by `npm run documents` from questions.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['questions']

export const listQuestions = 'GET /invoice/details/:invoiceNumber/questions' as EndpointOf<Calls['listQuestions']>
export const askQuestion = 'POST /invoice/details/:invoiceNumber/questions' as EndpointOf<Calls['askQuestion']>
export const withdrawQuestion = 'POST /invoice/questions/:questionId/withdrawal' as EndpointOf<Calls['withdrawQuestion']>
