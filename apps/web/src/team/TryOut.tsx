import { memberView } from '@portal/domain/team/member-view'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/parts.tsx'
import { Toggle } from '../ui/fields/Toggle.tsx'
import type { TeamMember } from './members.ts'
import css from './TryOut.module.css'
import { changesInWords } from './view-changes.ts'

interface TryOutProps {
  isOn: boolean
  member: TeamMember
  /** The member after the effect of the pressed box. */
  after: TeamMember | undefined
  change: string | undefined
  all: readonly InvoiceCategory[]
  onTurn: (isOn: boolean) => void
  onSave: () => void
  onDiscard: () => void
}

/** For touch screens, which cannot hover: press a box, read the effect, then save. */
export function TryOut(props: TryOutProps) {
  const { isOn, member, after, change, all, onTurn, onSave, onDiscard } = props
  return (
    <>
      <div className={css.turn}>
        <Toggle label="Try out without saving" checked={isOn} onChange={onTurn} />
      </div>
      {isOn && (
        <div className={css.outcome} role="status">
          {after ? (
            <Outcome member={member} after={after} change={change} all={all} />
          ) : (
            <p>Press a box to see what it would change.</p>
          )}
          {after && (
            <Row gap={3} align="stretch" className={css.ends}>
              <Button onClick={onDiscard}>Discard</Button>
              <Button tone="primary" onClick={onSave}>
                Save this change
              </Button>
            </Row>
          )}
        </div>
      )}
    </>
  )
}

interface OutcomeProps extends Pick<TryOutProps, 'member' | 'change' | 'all'> {
  after: TeamMember
}

function Outcome({ member, after, change, all }: OutcomeProps) {
  const { added, removed } = changesInWords(
    memberView(member, member.categories, all),
    memberView(after, after.categories, all),
  )
  return (
    <>
      <p>
        <b>
          {member.firstName || member.name} {change}:
        </b>{' '}
        {added.length + removed.length === 0 && 'no change in what they see.'}
      </p>
      {added.length + removed.length > 0 && (
        <ul>
          {added.map((one) => (
            <li key={one}>+ {one}</li>
          ))}
          {removed.map((one) => (
            <li key={one}>− {one}</li>
          ))}
        </ul>
      )}
    </>
  )
}
