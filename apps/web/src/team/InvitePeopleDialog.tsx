import { plural } from '@portal/domain/kernel/plural'
import { mostPeople, readPeople } from '@portal/domain/team/people-list'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNow } from '../kernel/useNow.ts'
import { useTyped } from '../session/useTyped.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { QueryBanner } from '../ui/ErrorState.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { TextArea } from '../ui/fields/TextArea.tsx'
import { InviteForm, type InviteDialogProps, type TypedGrants } from './InviteForm.tsx'
import { InviteSentDialog } from './InviteSentDialog.tsx'
import { doneRows, isInvited, leftText, planRows, type PersonRow } from './listed-people.ts'
import { PeopleTable } from './PeopleTable.tsx'
import { inviteRoomQuery, invitesQuery, membersQuery } from './team.api.ts'
import { useSendInvites } from './useSendInvites.ts'

interface TypedPeople extends TypedGrants {
  text: string
  sendAgain: boolean
}

const nothing: TypedPeople = { text: '', sendAgain: false, permissions: [], chosenIds: [] }
const people = (count: number) => plural(count, 'person', 'people')

/** Invites a pasted list of people with the same rights, after showing what will happen to each. */
export function InvitePeopleDialog(company: InviteDialogProps) {
  const { accountId, onClose } = company
  const now = useNow()
  const typed = useTyped('invites', nothing)
  const { text, sendAgain } = typed.value
  const type = (change: Partial<TypedPeople>) => typed.set((before) => ({ ...before, ...change }))
  const members = useQuery(membersQuery(accountId))
  const invites = useQuery(invitesQuery(accountId))
  const sending = useSendInvites(accountId)
  const [done, setDone] = useState<PersonRow[]>()
  const read = useMemo(() => readPeople(text), [text])
  const room = useQuery(inviteRoomQuery(accountId))
  const known = members.data &&
    invites.data &&
    room.data && { members: members.data, invites: invites.data, room: room.data }
  const rows = known && planRows(read.slice(0, mostPeople), known, sendAgain, now)
  const invited = rows?.filter(isInvited) ?? []
  const failed = [members, invites, room].find(({ isError }) => isError)

  if (done) {
    const count = done.filter(isInvited).length
    return (
      <InviteSentDialog to={count > 0 ? people(count) : undefined} onClose={onClose}>
        <PeopleTable label="What happened" rows={done} />
      </InviteSentDialog>
    )
  }
  return (
    <InviteForm
      {...company}
      title="INVITE USERS"
      description="Each user"
      typed={typed}
      grants={typed.value}
      onType={type}
      whoFault={whoFault(read.length, rows && invited.length)}
      renderWho={({ error }) => (
        <TextArea
          label="People"
          name="people"
          value={text}
          onChange={(next) => type({ text: next })}
          note={`One per line, such as “Ana Kim <ana@company.com>”, or cells copied from a spreadsheet. At most ${people(mostPeople)}.`}
          error={error}
        />
      )}
      sending={{ busy: sending.isPending, error: sending.error }}
      action={invited.length > 0 ? `Invite ${people(invited.length)}` : 'Invite'}
      onSend={({ permissions, categoryIds, categories }) =>
        sending.mutate(
          {
            emails: invited.map(({ email }) => email),
            permissions: [...permissions],
            sendAgain,
            ...(permissions.includes('AccessInvoices') && {
              invoiceCategories: [...categoryIds],
              shown: categories.map(({ name }) => name),
            }),
          },
          {
            onSuccess: (listed) => {
              const after = doneRows(rows ?? [], listed)
              setDone(after)
              const left = leftText(after)
              if (left) type({ text: left })
              else typed.discard()
            },
          },
        )
      }
    >
      {read.length > 0 && (
        <>
          {failed && (
            <QueryBanner query={failed}>The users of the company could not be loaded.</QueryBanner>
          )}
          {!rows && !failed && <Loading />}
          {rows && <PeopleTable label="What will happen" rows={rows} />}
          {(sendAgain || rows?.some(({ fate }) => fate === 'open')) && (
            <Checkbox checked={sendAgain} onChange={(next) => type({ sendAgain: next })}>
              Send open invitations again, with these permissions
            </Checkbox>
          )}
        </>
      )}
    </InviteForm>
  )
}

function whoFault(read: number, invited: number | undefined): string | undefined {
  if (read === 0) return 'Please enter at least one email address.'
  if (read > mostPeople) return `Please invite at most ${people(mostPeople)} at once.`
  if (invited === undefined) return 'One moment...'
  return invited === 0 ? 'No person in the list can be invited.' : undefined
}
