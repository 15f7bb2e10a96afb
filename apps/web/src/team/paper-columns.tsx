import { inviteStatus } from '@portal/domain/team/invite-form'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import type { Invite } from '@portal/domain/team/invites.schema'
import { formatInstant } from '../kernel/instant.ts'
import type { PaperColumn } from '../ui/lists/PrintRows.tsx'
import { labelsOf, statusBadges } from './invite-rows.ts'
import { accessSummary, type TeamMember } from './members.ts'

const namesOf = (categories: readonly InvoiceCategory[]) =>
  categories.map(({ name }) => name).join(', ') || 'None'

/** The users on paper, where no item can be opened. */
export const usersOnPaper: PaperColumn<TeamMember>[] = [
  { id: 'name', header: 'Name', look: 'strong', cell: ({ name }) => name },
  { id: 'email', header: 'Email', look: 'quiet', cell: ({ email }) => email },
  { id: 'access', header: 'Permissions', cell: accessSummary },
  {
    id: 'categories',
    header: 'Invoice Categories',
    cell: ({ categories }) => namesOf(categories),
  },
  {
    id: 'lastSignIn',
    header: 'Last sign-in',
    look: 'quiet',
    cell: ({ lastSignIn }) => (lastSignIn ? formatInstant(lastSignIn) : 'Never'),
  },
]

/** The invitations. */
export const invitesOnPaper: PaperColumn<Invite>[] = [
  { id: 'email', header: 'Email', look: 'strong', cell: ({ email }) => email },
  {
    id: 'status',
    header: 'Status',
    cell: (invite) => statusBadges[inviteStatus(invite, new Date())].label,
  },
  { id: 'sent', header: 'Sent', cell: ({ sentDate }) => formatInstant(sentDate) },
  { id: 'sentBy', header: 'Sent by', cell: ({ sentBy }) => sentBy ?? 'Unknown' },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ expirationDate }) => formatInstant(expirationDate),
  },
  {
    id: 'access',
    header: 'Permissions',
    cell: ({ permissions }) => labelsOf(permissions).join(', '),
  },
  {
    id: 'categories',
    header: 'Invoice Categories',
    cell: ({ categories }) => namesOf(categories),
  },
]
