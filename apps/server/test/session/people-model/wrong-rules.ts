import type pg from 'pg'
import { vi } from 'vitest'
import * as identity from '../../../src/providers/identity/read-person.ts'
import type { Move } from './steps.ts'

type Restore = () => unknown

interface WrongRule {
  rule: string
  /** Replaces the right rule; returns a function that restores it. */
  plant: (owner: pg.Pool) => Promise<Restore> | Restore
  /** The events until the harm is found. */
  moves: Move[]
}

/** Replaces a part of a function of the database. */
const inDatabase = (name: string, from: string, to: string) => async (owner: pg.Pool) => {
  const { rows } = await owner.query<{ text: string }>(
    'select pg_get_functiondef($1::regproc) as text',
    [name],
  )
  const [{ text }] = rows as [{ text: string }]
  if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
  await owner.query(text.replace(from, () => to))
  return () => owner.query(text)
}

/** Rules that seem simpler, each with a sequence that shows its harm. */
export const wrongRules: WrongRule[] = [
  {
    rule: 'an address binds although nobody verified it',
    plant: () => {
      const right = identity.readPerson
      const spy = vi.spyOn(identity, 'readPerson').mockImplementation((...sources) => {
        const person = right(...sources)
        return { ...person, verifiedEmail: person.email }
      })
      return () => spy.mockRestore()
    },
    moves: [['signInUnverified', 0, 0]],
  },
  {
    rule: 'a record revives a user whom a person removed',
    plant: inDatabase('returns_by_record', 'u.deactivated_at = u.books_deleted_at', 'true'),
    moves: [
      ['remove', 0, 0],
      ['sendRecord', 0, 0],
    ],
  },
  {
    rule: 'a verified address leads into the person who has it',
    plant: inDatabase(
      'start_session',
      'd.issuer = token_issuer and d.subject = token_subject',
      'd.email_key = address_key(verified_email)',
    ),
    moves: [
      ['signIn', 0, 0],
      ['signIn', 1, 0],
      ['signInWithSharedMailbox', 0, 0],
    ],
  },
  {
    rule: 'a reset forgets the account that it took',
    plant: inDatabase(
      'reset_sign_in',
      'd.former_accounts || jsonb_build_array(jsonb_build_array(d.issuer, d.subject))',
      'd.former_accounts',
    ),
    moves: [
      ['signIn', 0, 0],
      ['reset', 0, 0],
      ['signIn', 0, 0],
    ],
  },
  {
    rule: 'a user who returns has a sign-in of a new user',
    plant: inDatabase('follow_user', 'new.id, new.former_accounts)', `new.id, '[]')`),
    moves: [
      ['signIn', 0, 0],
      ['reset', 0, 0],
      ['deleteByRecord', 0, 0],
      ['sendRecord', 0, 0],
      ['signIn', 0, 0],
    ],
  },
  {
    rule: 'an account stays although its provider was replaced',
    plant: inDatabase('start_session', 'd.is_replaceable and', 'false and'),
    moves: [['signIn', 0, 0]],
  },
  {
    rule: 'a deletion by the books is for ever',
    plant: inDatabase('returns_by_record', 'u.deactivated_at = u.books_deleted_at', 'false'),
    moves: [
      ['deleteByRecord', 0, 0],
      ['sendRecord', 0, 0],
    ],
  },
]
