import { companyRecords } from './company-records.ts'

/** A company with one user, whose session a journey ends. */
export const plover = {
  accountId: '20043',
  name: 'Plover Energy',
  gus: { email: 'gus@plover.example', firstName: 'Gus', lastName: 'Drafter' },
}

/** The records of the journeys about drafts. */
export function* draftCompanyRecords() {
  const { accountId, name, ...people } = plover
  yield* companyRecords({ accountId, name }, Object.values(people), ['AccessLicenses'])
}
