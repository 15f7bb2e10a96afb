import { isolated } from '@portal/domain/kernel/isolated'
import type { Permission } from '@portal/domain/kernel/permissions'
import { withPermission } from '@portal/domain/team/grants'
import { grantFaults, inviteRefusal } from '@portal/domain/team/invite-form'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { failureText } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import css from './InviteDialog.module.css'
import { InviteChoices } from './InviteChoices.tsx'
import { MemberViewPanel } from './MemberViewPanel.tsx'
import { allCategoriesQuery, ownCategoriesQuery } from './team.api.ts'
import { useGrantor } from './useGrantor.ts'

export interface InviteDialogProps {
  accountId: string
  companyName: string
  onClose: () => void
}

export interface TypedGrants {
  permissions: readonly Permission[]
  chosenIds: readonly number[]
}

/** The granted permissions and categories, and the shown categories. */
export interface ShownGrants {
  permissions: readonly Permission[]
  categoryIds: readonly number[]
  categories: readonly InvoiceCategory[]
}

interface InviteFormProps extends InviteDialogProps {
  title: string
  description: string
  typed: ComponentProps<typeof Dialog>['typed']
  grants: TypedGrants
  onType: (change: Partial<TypedGrants>) => void
  /** The field for the people to invite, and the reason why no person is invited. */
  renderWho: (field: WhoField) => ReactNode
  whoFault: string | undefined
  /** Below the choices. */
  children?: ReactNode
  sending: { busy: boolean; error: Error | null }
  action: string
  onSend: (grants: ShownGrants) => void
}

interface WhoField {
  error: string | undefined
  onTouch: () => void
  onEnter: () => void
}

const fields = ['who', 'permissions', 'categories'] as const
type Field = (typeof fields)[number]

/** The people to invite, permissions and categories; beside them, what each invited person will see. */
export function InviteForm(props: InviteFormProps) {
  const { accountId, companyName, title, description, typed, onType, renderWho, whoFault } = props
  const { children, sending, action, onSend, onClose } = props
  const { permissions, chosenIds } = props.grants
  const inviter = useGrantor()
  const categories = useQuery(allCategoriesQuery(accountId))
  const own = useQuery(ownCategoriesQuery(accountId))
  const [touched, setTouched] = useState<readonly Field[]>([])
  const formId = useId()

  // Categories chosen before AccessInvoices was removed are kept but not sent.
  const categoryIds = permissions.includes('AccessInvoices') ? chosenIds : []
  const held = (categories.data ?? []).filter(({ invoiceCategoryId }) =>
    categoryIds.includes(invoiceCategoryId),
  )
  const granted = { permissions, categoryIds }
  const faults = { who: whoFault, ...grantFaults(granted) }
  const refusal =
    faults.who ?? faults.permissions ?? faults.categories ?? inviteRefusal(inviter, granted)
  const shown = (field: Field) => (touched.includes(field) ? faults[field] : undefined)
  const touch = (...more: Field[]) => setTouched((before) => [...new Set([...before, ...more])])
  const tryToSend = () => touch(...fields)

  function submit() {
    tryToSend()
    if (refusal === undefined) return onSend({ ...granted, categories: held })
    const wrong = fields.find((field) => faults[field]) ?? 'who'
    document
      .getElementById(formId)
      ?.querySelector<HTMLElement>(`[data-field=${wrong}] :is(input, textarea, button)`)
      ?.focus()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${description} will have access to the portal for ${isolated(companyName)}.`}
      wide="columns"
      typed={typed}
      busy={sending.busy}
      error={sending.error ? failureText(sending.error, 'Failed to send invite.') : undefined}
      cancel="Close"
      actions={
        <Button
          type="submit"
          form={formId}
          tone="primary"
          busy={sending.busy}
          disabledReason={refusal}
          onFocus={tryToSend}
        >
          {sending.busy ? 'One Moment...' : action}
        </Button>
      }
    >
      <div className={css.columns}>
        <form
          id={formId}
          noValidate
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div data-field="who">
            {renderWho({ error: shown('who'), onTouch: () => touch('who'), onEnter: submit })}
          </div>
          <InviteChoices
            inviter={inviter}
            categories={categories}
            own={own}
            permissions={permissions}
            categoryIds={chosenIds}
            faults={{ permissions: shown('permissions'), categories: shown('categories') }}
            onPermission={(permission, isChosen) => {
              onType({ permissions: withPermission(permissions, permission, isChosen) })
              touch('permissions')
            }}
            onCategories={(ids) => {
              onType({ chosenIds: ids })
              touch('categories')
            }}
          />
        </form>
        <MemberViewPanel
          who="the invited person"
          member={{ role: 'User', permissions, categories: held }}
          after={undefined}
          change={undefined}
          all={categories.data ?? []}
        />
      </div>
      {children}
    </Dialog>
  )
}
