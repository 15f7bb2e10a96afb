import { permissionLabels, permissions, type Permission } from '@portal/domain/kernel/permissions'
import { categoryRefusal, permissionRefusal, type Grantor } from '@portal/domain/team/grants'
import type { InvoiceCategory } from '@portal/domain/team/team.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { QueryBanner } from '../ui/ErrorState.tsx'
import { Muted, Row, Stack, Text } from '../ui/parts.tsx'
import { PressButton } from '../ui/PressButton.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import css from './InviteDialog.module.css'

interface InviteChoicesProps {
  inviter: Grantor
  categories: UseQueryResult<InvoiceCategory[]>
  /** The inviter's categories; which ones can be granted is known only once they have loaded. */
  own: UseQueryResult<InvoiceCategory[]>
  permissions: readonly Permission[]
  categoryIds: readonly number[]
  faults: { permissions: string | undefined; categories: string | undefined }
  onPermission: (permission: Permission, isChosen: boolean) => void
  onCategories: (ids: readonly number[]) => void
}

/** The permissions and categories of an invitation. Categories require AccessInvoices and are shown only with it. */
export function InviteChoices(props: InviteChoicesProps) {
  const { inviter, permissions: chosen, faults, onPermission } = props
  const faultId = useId()
  // The rules for a member with the current choices.
  const invitee = {
    id: '',
    email: '',
    role: 'User',
    permissions: chosen,
    isLastManager: false,
  } as const
  return (
    <>
      <Stack
        gap={3}
        className={css.group}
        role="group"
        aria-labelledby={`${faultId}-title`}
        aria-describedby={faultId}
        data-field="permissions"
      >
        <h3 id={`${faultId}-title`}>
          Permissions{' '}
          <Muted as="small" weight={400}>
            at least one
          </Muted>
        </h3>
        <Row gap={3} align="stretch" wrap className={css.presses}>
          {permissions.map((permission) => (
            <PressButton
              key={permission}
              pressed={chosen.includes(permission)}
              disabledReason={permissionRefusal(inviter, invitee, permission)}
              onChange={(isChosen) => onPermission(permission, isChosen)}
            >
              {permissionLabels[permission]}
            </PressButton>
          ))}
        </Row>
        <Fault id={faultId} text={faults.permissions} />
      </Stack>
      {chosen.includes('AccessInvoices') && (
        <Categories
          {...props}
          refusalOf={({ invoiceCategoryId }) =>
            categoryRefusal(inviter, invitee, invoiceCategoryId)
          }
        />
      )}
    </>
  )
}

interface CategoriesProps extends InviteChoicesProps {
  refusalOf: (category: InvoiceCategory) => string | undefined
}

function Categories(props: CategoriesProps) {
  const { categories, own, categoryIds, faults, onCategories, refusalOf } = props
  const failed = [categories, own].find(({ isError }) => isError)
  const id = useId()
  const all = categories.data ?? []
  const free = all.filter((category) => refusalOf(category) === undefined)
  const freeIds = free.map(({ invoiceCategoryId }) => invoiceCategoryId)
  const isWhole = freeIds.length > 0 && freeIds.every((one) => categoryIds.includes(one))
  const toggle = (one: number, isChosen: boolean) =>
    onCategories(isChosen ? [...categoryIds, one] : categoryIds.filter((other) => other !== one))
  return (
    <Stack
      gap={3}
      className={css.group}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={id}
      data-field="categories"
    >
      <h3 id={`${id}-title`}>Invoice Categories</h3>
      {(categories.isPending || own.isPending) && <Loading />}
      {failed && (
        <QueryBanner query={failed}>
          An error occurred while fetching invoice categories
        </QueryBanner>
      )}
      {categories.data && own.data && (
        <div className={css.boxes}>
          <Checkbox
            checked={isWhole || (categoryIds.length > 0 && 'mixed')}
            disabledReason={free.length ? undefined : 'You have no categories to grant.'}
            onChange={() => onCategories(isWhole ? [] : freeIds)}
          >
            <b>All categories</b>
          </Checkbox>
          {all.map((category) => (
            <Checkbox
              key={category.invoiceCategoryId}
              checked={categoryIds.includes(category.invoiceCategoryId)}
              disabledReason={refusalOf(category)}
              onChange={(isChosen) => toggle(category.invoiceCategoryId, isChosen)}
            >
              {category.name}
            </Checkbox>
          ))}
        </div>
      )}
      <Fault id={id} text={faults.categories} />
    </Stack>
  )
}

/** Always in the document, so that screen readers announce it when it gets a text. */
function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <Text as="p" size={1} tone="danger" id={id} className={css.fault} aria-live="polite">
      {text}
    </Text>
  )
}
