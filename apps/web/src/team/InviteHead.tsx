import { inviteStatus } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'
import { Mail } from 'lucide-react'
import { Badge } from '../ui/Badge.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Muted, Stack, Text } from '../ui/parts.tsx'
import { statusBadges } from './invite-rows.ts'
import css from './UserHead.module.css'

export function InviteHead({ invite, now }: { invite: Invite; now: Date }) {
  const { label, tone } = statusBadges[inviteStatus(invite, now)]
  return (
    <>
      <span className={css.icon}>
        <Mail size={16} aria-hidden />
      </span>
      <Stack as="span" className={css.words}>
        <Text weight={600}>{invite.email}</Text>
        <Muted size={1}>
          Sent <Instant at={invite.sentDate} />
        </Muted>
      </Stack>
      <Badge tone={tone}>{label}</Badge>
    </>
  )
}
