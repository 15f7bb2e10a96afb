import { cast } from '../apps/sandbox/src/cast.ts'

export interface Person {
  email: string
  firstName: string
  lastName: string
}

/** A person of the demo's cast. */
function ofCast(name: string): Person {
  const member = cast.find(({ firstName }) => firstName === name)
  if (!member) throw new Error(`the cast has no ${name}`)
  const { email, firstName, lastName } = member
  return { email, firstName, lastName }
}

/** Super admin of the provider. */
export const maya = ofCast('Maya')

// Aldgate, a customer with every kind of invoice and a valid card.
export const luis = ofCast('Luis')
export const ana = ofCast('Ana')
export const paula = ofCast('Paula')
export const tom = ofCast('Tom')
export const ingrid = ofCast('Ingrid')
export const marcus = ofCast('Marcus')
/** Invited to Aldgate, and not a member yet. */
export const nina = ofCast('Nina')

/** Manages Fairhaven. */
export const helen = ofCast('Helen')
// Brightwater, where the journeys change the team.
export const priya = ofCast('Priya')
export const fatima = ofCast('Fatima')
export const dmitri = ofCast('Dmitri')
/** Pays for Brightwater, which has no card. */
export const grace = ofCast('Grace')
/** Has no invitation. */
export const sam = ofCast('Sam')

// The journeys' own companies.
export const pia = { email: 'pia.lang@kestrel.example', firstName: 'Pia', lastName: 'Lang' }
export const rob = { email: 'rob.reed@longlist.example', firstName: 'Rob', lastName: 'Reed' }
export const olga = { email: 'olga.fox@osprey.example', firstName: 'Olga', lastName: 'Fox' }
/** A user of the company whose amounts and names are hard to display. */
export const yara = { email: 'yara.haddad@yarmouk.example', firstName: 'Yara', lastName: 'Haddad' }
export const pete = { email: 'pete.hale@petrel.example', firstName: 'Pete', lastName: 'Hale' }
