/** The journeys' own companies, so that paying all or a long list does not disturb the demo. */
export const kestrel = { accountId: '20001', name: 'Kestrel Futures' }
export const longlist = { accountId: '20002', name: 'Longlist Partners' }
/** Has no card. */
export const osprey = { accountId: '20003', name: 'Osprey Capital' }
/** Has a card whose every charge is declined. */
export const petrel = { accountId: '20004', name: 'Petrel Markets' }
