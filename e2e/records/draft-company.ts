import { companyRecords } from './company-records.ts'

/** Users who build license orders, one for each journey. */
export const plover = {
  accountId: '20043',
  name: 'Plover Energy',
  ann: { email: 'ann@plover.example', firstName: 'Ann', lastName: 'Drafter' },
  ben: { email: 'ben@plover.example', firstName: 'Ben', lastName: 'Drafter' },
  eve: { email: 'eve@plover.example', firstName: 'Eve', lastName: 'Drafter' },
  hal: { email: 'hal@plover.example', firstName: 'Hal', lastName: 'Drafter' },
  /** A journey ends his session. */
  gus: { email: 'gus@plover.example', firstName: 'Gus', lastName: 'Drafter' },
}

/** The records of the journeys about drafts. */
export function* draftCompanyRecords() {
  const { accountId, name, ...people } = plover
  yield* companyRecords({ accountId, name }, Object.values(people), ['AccessLicenses'])
}
