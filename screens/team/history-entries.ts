import type { Answers } from '../stub/answers.ts'
import { now } from '../world.ts'

export const entry = {
  id: '1',
  createdDate: now,
  userName: 'Priya Raman',
  ipAddress: '192.0.2.17',
  category: 'Account',
  entryType: 'Sign In',
  description: 'Signed in',
}

/** Given, because a recording adds the sign-ins of its persons. */
export const oneEntry: Answers = {
  listHistory: ({ query }) => (query.search ? [] : [entry]),
  getHistoryValues: { categories: ['Account'], types: ['Sign In'], superAdmins: [] },
}
