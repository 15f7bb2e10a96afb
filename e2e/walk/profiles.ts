import { ana, ingrid, luis, marcus, maya, nina, paula, tom, type Person } from '../people.ts'

/** A person for each set of permissions; all except the super admin belong to one company. */
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
