import { permissionLabels, permissions } from '@portal/domain/session/permissions'
import {
  categoryRefusal,
  permissionRefusal,
  type Grantor,
  type Member,
} from '@portal/domain/team/grants'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { AccessStep, TeamMember } from './members.ts'
import type { Team } from './useTeam.ts'
import css from './UserPanel.module.css'

interface AccessBoxesProps {
  actor: Grantor
  member: TeamMember & Member
  team: Team
  onTake: (step: AccessStep) => void
  /** A box somebody points at, by what pressing it would do; nothing when that ends. */
  onLook: (step: AccessStep | undefined) => void
}

/** Permissions and invoice categories, each with the reason when it cannot be changed. */
export function AccessBoxes({ actor, member, team, onTake, onLook }: AccessBoxesProps) {
  const isSuper = member.role === 'SuperAdmin'
  const sees = member.permissions.includes('AccessInvoices')
  return (
    <>
      <div className={css.group} role="group" aria-label={`Permissions of ${member.name}`}>
        <h3>Permissions</h3>
        <div className={css.boxes}>
          {permissions.map((permission) => {
            const isHeld = isSuper || member.permissions.includes(permission)
            return (
              <StepBox
                key={permission}
                label={permissionLabels[permission]}
                step={{ kind: 'permission', permission, isHeld: !isHeld }}
                refusal={permissionRefusal(actor, member, permission)}
                onTake={onTake}
                onLook={onLook}
              />
            )
          })}
        </div>
      </div>
      <div className={css.group} role="group" aria-label={`Invoice categories of ${member.name}`}>
        <h3>Invoice Categories</h3>
        <CategoryProblem team={team} />
        {sees && !isSuper && team.held.data && member.categories.length === 0 && (
          <Banner tone="warn">
            No category is chosen yet: <bdi>{member.name}</bdi> sees no invoices until one is.
          </Banner>
        )}
        <div className={css.boxes}>
          {team.held.data &&
            team.own.data &&
            team.categories.data?.map((category) => {
              const { invoiceCategoryId, name } = category
              const isHeld =
                isSuper ||
                member.categories.some((one) => one.invoiceCategoryId === invoiceCategoryId)
              return (
                <StepBox
                  key={invoiceCategoryId}
                  label={name}
                  step={{ kind: 'category', category, isHeld: !isHeld }}
                  refusal={categoryRefusal(actor, member, invoiceCategoryId)}
                  onTake={onTake}
                  onLook={onLook}
                />
              )
            })}
        </div>
      </div>
    </>
  )
}

interface StepBoxProps extends Pick<AccessBoxesProps, 'onTake' | 'onLook'> {
  label: string
  /** What pressing the box does. */
  step: Extract<AccessStep, { isHeld: boolean }>
  refusal: string | undefined
}

function StepBox({ label, step, refusal, onTake, onLook }: StepBoxProps) {
  return (
    <Checkbox
      checked={!step.isHeld}
      disabledReason={refusal}
      onChange={() => onTake(step)}
      onLook={(looking) => onLook(looking && refusal === undefined ? step : undefined)}
    >
      {label}
    </Checkbox>
  )
}

/** The categories could not be loaded: those there are, or who holds them. */
function CategoryProblem({ team }: { team: Team }) {
  const failed = [
    {
      query: team.categories.isError ? team.categories : team.own,
      text: 'An error occurred while fetching invoice categories',
    },
    { query: team.held, text: 'An error occurred while fetching user invoice categories' },
  ].filter(({ query }) => query.isError)
  return failed.map(({ query, text }) => (
    <Banner
      key={text}
      tone="danger"
      role="alert"
      actions={
        <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      }
    >
      {text}
    </Banner>
  ))
}
