import { accreditationCalls } from './accreditation/accreditation.calls.ts'
import { attentionCalls } from './attention/attention.calls.ts'
import { authorizationCalls } from './authorization/authorization.calls.ts'
import { changeCalls } from './changes/changes.calls.ts'
import { companyCalls } from './companies/companies.calls.ts'
import { equipmentCalls } from './equipment/equipment.calls.ts'
import { homeCalls } from './home/home.calls.ts'
import { integrationCalls } from './integration/integration.calls.ts'
import { invoiceCalls } from './invoices/invoices.calls.ts'
import type { Call } from './kernel/call.ts'
import { licenseCalls } from './licenses/licenses.calls.ts'
import { notificationCalls } from './notifications/notifications.calls.ts'
import { paymentCalls } from './payments/payments.calls.ts'
import { platformCalls } from './platform/platform.calls.ts'
import { questionCalls } from './questions/questions.calls.ts'
import { sessionCalls } from './session/session.calls.ts'
import { spendCalls } from './spend/spend.calls.ts'
import { teamCalls } from './team/team.calls.ts'

/** Every call of the portal by slice, in the order of the documents. */
export const callsBySlice = {
  session: sessionCalls,
  home: homeCalls,
  companies: companyCalls,
  invoices: invoiceCalls,
  changes: changeCalls,
  authorization: authorizationCalls,
  questions: questionCalls,
  spend: spendCalls,
  payments: paymentCalls,
  licenses: licenseCalls,
  equipment: equipmentCalls,
  team: teamCalls,
  accreditation: accreditationCalls,
  notifications: notificationCalls,
  attention: attentionCalls,
  integration: integrationCalls,
  platform: platformCalls,
} satisfies Record<string, Record<string, Call>>

type BySlice = typeof callsBySlice
export type CallName = { [S in keyof BySlice]: keyof BySlice[S] }[keyof BySlice]

/** Every call by its name. */
export const calls = Object.assign({}, ...Object.values(callsBySlice)) as Record<CallName, Call>
