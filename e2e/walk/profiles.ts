import { ana, ingrid, luis, marcus, maya, nina, paula, tom, type Person } from '../people.ts'

/** One person for each set of permissions, all of one company except the super admin. */
export const profiles: Record<string, Person> = {
  /** All five permissions. */
  luis,
  /** Invoices only. */
  ana,
  /** Invoices and Pay Invoices. */
  paula,
  /** Licenses. */
  tom,
  /** Equipment. */
  ingrid,
  /** Users. */
  marcus,
  /** Invited, not a member yet. */
  nina,
  /** Super admin. */
  maya,
}
