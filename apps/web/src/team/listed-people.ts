import { addressKey } from '@portal/domain/kernel/email'
import type { Invite, InviteRoom, ListedInvite } from '@portal/domain/team/invites.schema'
import { listedFate, type ListedFate, type ListedPerson } from '@portal/domain/team/people-list'

/** A line of the list and what will happen, or happened, to its person. */
export interface PersonRow extends ListedPerson {
  fate: ListedFate | 'twice' | 'unreadable'
  words: string
}

const willWords = {
  invited: 'Will be invited',
  sentAgain: 'Was invited before: the invitation is sent again',
  open: 'Has an open invitation',
  member: 'Is a user already',
} as const

const didWords = {
  ...willWords,
  invited: 'Invited',
  sentAgain: 'Invitation sent again',
  limited: 'Not invited.',
} as const satisfies Record<ListedFate, string>

interface Known {
  members: readonly { email: string }[]
  invites: readonly Invite[]
  room: InviteRoom
}

/** Returns what will happen to each person of a list. */
export function planRows(
  people: readonly ListedPerson[],
  { members, invites, room }: Known,
  sendAgain: boolean,
  now: Date,
): PersonRow[] {
  const users = new Set(members.map(({ email }) => addressKey(email)))
  const open = new Map(
    invites.flatMap((one) => (one.hasAccepted ? [] : [[addressKey(one.email), one] as const])),
  )
  let left = room.people
  return people.map((person) => {
    const { email, fault, twiceIn } = person
    if (fault) return { ...person, fate: 'unreadable', words: fault }
    if (twiceIn)
      return { ...person, fate: 'twice', words: `Is in the list twice, also in line ${twiceIn}` }
    const key = addressKey(email)
    const known = { isMember: users.has(key), openInvite: open.get(key) }
    const fate = listedFate(known, sendAgain, now)
    if (!isInvited({ fate })) return { ...person, fate, words: willWords[fate] }
    left -= 1
    return left < 0
      ? { ...person, fate: 'limited', words: `Not now. ${room.later}` }
      : { ...person, fate, words: willWords[fate] }
  })
}

export const isInvited = ({ fate }: Pick<PersonRow, 'fate'>) =>
  fate === 'invited' || fate === 'sentAgain'

/** The rows with the result for each person. */
export function doneRows(rows: readonly PersonRow[], listed: readonly ListedInvite[]): PersonRow[] {
  const byEmail = new Map(listed.map((one) => [addressKey(one.email), one]))
  return rows.map((row) => {
    const done = isInvited(row) ? byEmail.get(addressKey(row.email)) : undefined
    if (!done) return row
    const words = [didWords[done.fate], done.reason].filter(Boolean).join(' ')
    return { ...row, fate: done.fate, words }
  })
}

/** The lines that can still be invited, after a correction or later. */
export function leftText(rows: readonly PersonRow[]): string {
  return rows
    .filter(({ fate }) => fate === 'unreadable' || fate === 'limited')
    .map(({ name, email }) => (name && email ? `${name} <${email}>` : name || email))
    .join('\n')
}
