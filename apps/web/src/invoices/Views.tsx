import { isolated } from '@portal/domain/kernel/isolated'
import { newViewRefusal } from '@portal/domain/invoices/views'
import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Link, List, Plus, RefreshCw, Settings2, Star } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/fields/Choice.tsx'
import { copyText } from '../ui/CopyButton.tsx'
import { InSheet } from '../ui/fields/in-sheet.ts'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/layers/Menu.tsx'
import { Row, Stack } from '../ui/parts.tsx'
import { toast } from '../ui/toasts.ts'
import type { InvoiceListSearch } from './invoice-search.ts'
import type { useListSearch } from './useListSearch.ts'
import { useViews } from './useViews.ts'
import { activeView, isWhole, linkOf, openedView, viewOf } from './view-search.ts'
import css from './Views.module.css'

const SaveViewDialog = lazyLayer(() => import('./SaveViewDialog.tsx'), 'SaveViewDialog')
const ManageViewsDialog = lazyLayer(() => import('./ManageViewsDialog.tsx'), 'ManageViewsDialog')

interface ViewsProps {
  views: UseQueryResult<InvoiceView[]>
  search: InvoiceListSearch
  onChange: ReturnType<typeof useListSearch>
}

/** Ids of choices that are not views. */
const whole = 'all'
const none = 'none'

/** The user's saved views: a menu that names the active one; in the sheet of a phone, buttons. */
export function Views({ views: query, search, onChange }: ViewsProps) {
  const { accountId } = usePortal().company
  const { change } = useViews(accountId)
  const inSheet = useContext(InSheet)
  const { value: dialog, set: setDialog } = useTyped<'save' | 'manage' | undefined>(
    'dialog of views',
    undefined,
  )
  // The view that "Update" changes: the origin of the current filters.
  const [openedId, setOpenedId] = useState<string>()
  const views = query.data ?? []
  const current = viewOf(search)
  const isAll = isWhole(search)
  const active = activeView(views, search)
  if (active ? active.id !== openedId : isAll && openedId !== undefined) setOpenedId(active?.id)
  const left = active ? undefined : views.find(({ id }) => id === openedId)

  const saveRefusal =
    query.data === undefined
      ? 'The views could not be loaded.'
      : isAll
        ? 'No filter is set.'
        : active
          ? `These filters are the view “${isolated(active.name)}”.`
          : newViewRefusal(views)
  const manageRefusal = views.length === 0 ? 'No view is saved.' : undefined
  const value = isAll ? whole : (active?.id ?? none)
  const open = (id: string) =>
    onChange(openedView(views.find((view) => view.id === id)?.search ?? {}))
  const update = (view: InvoiceView) => {
    change(
      { id: view.id, change: { search: current } },
      { onSuccess: () => toast.done('View updated', view.name) },
    )
  }
  const label = ({ name, isDefault }: InvoiceView) =>
    isDefault ? `${isolated(name)} (default)` : name

  const dialogs = (
    <Suspense>
      {dialog === 'save' && (
        <SaveViewDialog
          accountId={accountId}
          views={views}
          search={current}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'manage' && (
        <ManageViewsDialog
          accountId={accountId}
          views={views}
          search={current}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Suspense>
  )
  if (inSheet)
    return (
      <Stack gap={4}>
        {views.length > 0 && (
          <Choice
            label="View"
            value={value}
            onChange={open}
            items={[
              { value: whole, label: 'All invoices' },
              ...views.map((view) => ({ value: view.id, label: label(view) })),
            ]}
          />
        )}
        <Row gap={3} align="stretch" wrap>
          {left && (
            <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => update(left)}>
              Update “{isolated(left.name)}”
            </Button>
          )}
          <Button
            icon={<Bookmark size={16} aria-hidden />}
            disabledReason={saveRefusal}
            onClick={() => setDialog('save')}
          >
            Save view…
          </Button>
          {!manageRefusal && (
            <Button icon={<Settings2 size={16} aria-hidden />} onClick={() => setDialog('manage')}>
              Manage views…
            </Button>
          )}
        </Row>
        {dialogs}
      </Stack>
    )
  return (
    <>
      <Menu
        align="start"
        trigger={
          <button type="button" className={css.trigger} data-print={active ? true : undefined}>
            <Bookmark size={14} aria-hidden />
            {active ? (
              <>
                <span className="sr-only">View: </span>
                <bdi className={css.name}>{active.name}</bdi>
              </>
            ) : (
              'Views'
            )}
            <ChevronDown size={14} aria-hidden />
          </button>
        }
      >
        <MenuChoice
          label="Views"
          value={value}
          onChange={open}
          items={[
            { value: whole, label: 'All invoices', icon: <List size={16} aria-hidden /> },
            ...views.map((view) => ({
              value: view.id,
              label: label(view),
              icon: view.isDefault ? (
                <Star size={16} aria-hidden />
              ) : (
                <Bookmark size={16} aria-hidden />
              ),
            })),
          ]}
        />
        <MenuSeparator />
        {query.isError && !query.data && (
          <MenuItem
            icon={<RefreshCw size={16} aria-hidden />}
            onChoose={() => void query.refetch()}
          >
            Load the views again
          </MenuItem>
        )}
        {left && (
          <MenuItem icon={<RefreshCw size={16} aria-hidden />} onChoose={() => update(left)}>
            Update “{isolated(left.name)}”
          </MenuItem>
        )}
        <MenuItem
          icon={<Plus size={16} aria-hidden />}
          disabledReason={saveRefusal}
          onChoose={() => setDialog('save')}
        >
          Save view…
        </MenuItem>
        <MenuItem
          icon={<Link size={16} aria-hidden />}
          onChoose={() => void copyText(location.origin + linkOf(current), 'Link copied')}
        >
          Copy link
        </MenuItem>
        <MenuItem
          icon={<Settings2 size={16} aria-hidden />}
          disabledReason={manageRefusal}
          onChoose={() => setDialog('manage')}
        >
          Manage views…
        </MenuItem>
      </Menu>
      {dialogs}
    </>
  )
}
