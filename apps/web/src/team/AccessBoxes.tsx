import { permissionLabels, permissions } from '@portal/domain/kernel/permissions'
import {
  categoryRefusal,
  permissionRefusal,
  type Grantor,
  type Member,
} from '@portal/domain/team/grants'
import { Banner } from '../ui/Banner.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { QueryBanner } from '../ui/ErrorState.tsx'
import { isSameStep, type AccessStep, type TeamMember } from './members.ts'
import type { Team } from './useTeam.ts'
import css from './UserPanel.module.css'

interface AccessBoxesProps {
  actor: Grantor
  member: TeamMember & Member
  team: Team
  /** The previewed change: its box is shown as if it were applied. */
  tried: AccessStep | undefined
  onTake: (step: AccessStep) => void
  /** Called with the effect of the hovered or focused box, and with undefined when hover or focus ends. */
  onLook: (step: AccessStep | undefined) => void
}

/** Permissions and invoice categories; a locked box shows the reason. */
export function AccessBoxes({ actor, member, team, tried, onTake, onLook }: AccessBoxesProps) {
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
                tried={tried}
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
            No category is chosen yet: <bdi>{member.name}</bdi> sees no invoices until one is
            chosen.
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
                  tried={tried}
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

interface StepBoxProps extends Pick<AccessBoxesProps, 'tried' | 'onTake' | 'onLook'> {
  label: string
  /** The effect of pressing the box. */
  step: Extract<AccessStep, { isHeld: boolean }>
  refusal: string | undefined
}

function StepBox({ label, step, refusal, tried, onTake, onLook }: StepBoxProps) {
  const isTried = tried !== undefined && isSameStep(tried, step)
  return (
    <Checkbox
      checked={isTried ? step.isHeld : !step.isHeld}
      disabledReason={refusal}
      onChange={() => onTake(step)}
      onLook={(looking) => onLook(looking && refusal === undefined ? step : undefined)}
    >
      {label}
    </Checkbox>
  )
}

/** The categories, or the users who have them, could not be loaded. */
function CategoryProblem({ team }: { team: Team }) {
  const failed = [
    {
      query: team.categories.isError ? team.categories : team.own,
      text: 'An error occurred while fetching invoice categories',
    },
    { query: team.held, text: 'An error occurred while fetching user invoice categories' },
  ].filter(({ query }) => query.isError)
  return failed.map(({ query, text }) => (
    <QueryBanner key={text} query={query}>
      {text}
    </QueryBanner>
  ))
}
