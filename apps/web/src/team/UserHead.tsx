import { permissionLabels } from '@portal/domain/kernel/permissions'
import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { UserRound } from 'lucide-react'
import { config } from '../api/config.ts'
import { formatInstantDay } from '../kernel/instant.ts'
import { Badge } from '../ui/Badge.tsx'
import { Muted, Stack, Text } from '../ui/parts.tsx'
import { accessSummary, kindOf, type TeamMember } from './members.ts'
import css from './UserHead.module.css'

interface UserHeadProps {
  member: TeamMember
  isMe: boolean
  requests: readonly AccessRequest[]
}

/** The member's name and permissions, in two lines; on a wide list also the email and the last sign-in. */
export function UserHead({ member, isMe, requests }: UserHeadProps) {
  const asked = requests.map(({ permission }) => permissionLabels[permission]).join(', ')
  return (
    <>
      <span className={css.icon} data-kind={kindOf(member, config.providerDomain)}>
        <UserRound size={17} aria-hidden />
      </span>
      <Stack as="span" className={css.words}>
        <Text weight={600}>
          {member.name}
          {isMe && (
            <Muted as="small" weight={400}>
              {' '}
              (you)
            </Muted>
          )}
        </Text>
        <Muted size={1}>{accessSummary(member)}</Muted>
      </Stack>
      <Muted className={css.email}>{member.email !== member.name && member.email}</Muted>
      <Muted className={css.signedIn}>
        {member.lastSignIn ? `Signed in ${formatInstantDay(member.lastSignIn)}` : 'Never signed in'}
      </Muted>
      {asked && (
        <span className={css.asked}>
          <Badge tone="warn">Asks for {asked}</Badge>
        </span>
      )}
    </>
  )
}
