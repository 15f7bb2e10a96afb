import { withPermission } from '@portal/domain/team/grants'
import { inviteFaults, inviteRefusal, type InviteFaults } from '@portal/domain/team/invite-form'
import type { Permission } from '@portal/domain/session/permissions'
import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import css from './InviteDialog.module.css'
import { InviteChoices } from './InviteChoices.tsx'
import { InviteSentDialog } from './InviteSentDialog.tsx'
import { MemberViewPanel } from './MemberViewPanel.tsx'
import { allCategoriesQuery, ownCategoriesQuery } from './team.api.ts'
import { useGrantor } from './useGrantor.ts'
import { useSendInvite } from './useSendInvite.ts'

interface InviteDialogProps {
  accountId: string
  companyName: string
  onClose: () => void
}

interface TypedInvite {
  email: string
  permissions: readonly Permission[]
  chosenIds: readonly number[]
}

type Field = keyof InviteFaults
const fields: readonly Field[] = ['email', 'permissions', 'categories']

/** Address, permissions and categories; beside them, what the invited person will see. */
export function InviteDialog({ accountId, companyName, onClose }: InviteDialogProps) {
  const inviter = useGrantor()
  const categories = useQuery(allCategoriesQuery(accountId))
  const own = useQuery(ownCategoriesQuery(accountId))
  const typed = useTyped<TypedInvite>('invite', { email: '', permissions: [], chosenIds: [] })
  const { email, permissions, chosenIds } = typed.value
  const type = (change: Partial<TypedInvite>) => typed.set((before) => ({ ...before, ...change }))
  const invite = useSendInvite(accountId, { onSent: typed.discard })
  const [touched, setTouched] = useState<readonly Field[]>([])
  const formId = useId()

  // Categories chosen before AccessInvoices was removed are kept but not sent.
  const categoryIds = permissions.includes('AccessInvoices') ? chosenIds : []
  const held = (categories.data ?? []).filter(({ invoiceCategoryId }) =>
    categoryIds.includes(invoiceCategoryId),
  )
  const form = { email: email.trim(), permissions, categoryIds }
  const faults = inviteFaults(form)
  const refusal =
    faults.email ?? faults.permissions ?? faults.categories ?? inviteRefusal(inviter, form)
  const shown = (field: Field) => (touched.includes(field) ? faults[field] : undefined)
  const touch = (...more: Field[]) => setTouched((before) => [...new Set([...before, ...more])])
  const tryToSend = () => touch(...fields)

  function submit() {
    tryToSend()
    if (refusal === undefined) return invite.start({ ...form, categories: held })
    const wrong = fields.find((field) => faults[field]) ?? 'email'
    document
      .getElementById(formId)
      ?.querySelector<HTMLElement>(`[data-field=${wrong}] :is(input, button)`)
      ?.focus()
  }

  if (invite.sentTo) return <InviteSentDialog email={invite.sentTo} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="INVITE USER"
      description={`The user will have access to the portal for ${isolated(companyName)}.`}
      wide="columns"
      typed={typed}
      busy={invite.busy}
      error={invite.error ? failureText(invite.error, 'Failed to send invite.') : undefined}
      actions={
        <>
          <Button disabledReason={invite.busy && 'The invitation is being sent.'} onClick={onClose}>
            Close
          </Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            busy={invite.busy}
            disabledReason={refusal}
            onFocus={tryToSend}
          >
            {invite.busy ? 'One Moment...' : 'Send Invite'}
          </Button>
        </>
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
          <div data-field="email">
            <TextField
              label="Email"
              name="email"
              type="email"
              value={email}
              onChange={(next) => type({ email: next })}
              onBlur={() => email && touch('email')}
              // Enter does not submit a form with a disabled button: this at least shows the reason.
              onEnter={submit}
              placeholder="name@company.com"
              error={shown('email')}
            />
          </div>
          <InviteChoices
            inviter={inviter}
            categories={categories}
            own={own}
            permissions={permissions}
            categoryIds={chosenIds}
            faults={{ permissions: shown('permissions'), categories: shown('categories') }}
            onPermission={(permission, isChosen) => {
              type({ permissions: withPermission(permissions, permission, isChosen) })
              touch('permissions')
            }}
            onCategories={(ids) => {
              type({ chosenIds: ids })
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
    </Dialog>
  )
}
