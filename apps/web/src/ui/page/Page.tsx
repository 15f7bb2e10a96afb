import { Ellipsis } from 'lucide-react'
import { useState, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { IconButton } from '../IconButton.tsx'
import css from './Page.module.css'
import { Muted, Row, Text } from '../parts.tsx'
import { narrow as phone, useMedia } from '../useMedia.ts'

interface PageProps {
  title: string
  /** The document title, if the heading is not enough. */
  documentTitle?: string
  above?: ReactNode
  /** The name of the record, larger than a title that only names the kind of page. */
  subject?: string
  subtitle?: ReactNode
  actions?: ReactNode
  /** The main action of the page: within reach of the thumb on phones. */
  primary?: ReactNode
  /** A short text about the actions, below them; not on phones. */
  note?: ReactNode
  /** A centered column: short rows are hard to read across a wide screen. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen: heading, actions, content. */
export function Page(props: PageProps) {
  const { title, documentTitle = title, above, subject, subtitle } = props
  const { actions, primary, note, narrow } = props
  const isPhone = useMedia(phone)
  const hasActions = Boolean(actions || primary)
  return (
    <div className={`${css.page} ${narrow ? css.narrow : ''}`}>
      <PageTitle>{documentTitle}</PageTitle>
      <header className={css.head} data-has-parent={above ? '' : undefined}>
        {above}
        <h1 className={css.title}>{title}</h1>
        {hasActions && !isPhone && (
          <Row gap={3} align="stretch" wrap className={css.actions}>
            {actions}
            {primary}
          </Row>
        )}
        {subject && (
          <Text as="p" size={4} weight={600} className={css.subject}>
            {subject}
          </Text>
        )}
        {subtitle && (
          <Text as="p" size={1} tone="faint" className={css.subtitle}>
            {subtitle}
          </Text>
        )}
        {note && !isPhone && (
          <Muted as="p" size={1} className={css.note}>
            {note}
          </Muted>
        )}
      </header>
      {props.children}
      {hasActions && isPhone && <ActionBar actions={actions} primary={primary} />}
    </div>
  )
}

/** The actions of a page on a phone, above the navigation. Beside a main action, the others are folded. */
function ActionBar({ actions, primary }: Pick<PageProps, 'actions' | 'primary'>) {
  const [isOpen, setOpen] = useState(false)
  const folds = Boolean(actions && primary)
  const closeAfter = ({ target }: MouseEvent) => {
    if ((target as HTMLElement).closest('a, button:not([aria-disabled=true])')) setOpen(false)
  }
  return (
    <div
      className={css.bar}
      data-action-bar
      role="presentation"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      {actions && (!folds || isOpen) && (
        <div
          className={css.others}
          data-folds={folds || undefined}
          role="presentation"
          onClick={closeAfter}
        >
          {actions}
        </div>
      )}
      {primary && <div className={css.primary}>{primary}</div>}
      {folds && (
        <IconButton label="More actions" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Ellipsis size={18} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** The main action of a part of a page: in that part, but on phones in the place of the page's main action. */
export function MainAction({ children }: { children: ReactElement }) {
  return useMedia(phone) ? <ActionBar actions={undefined} primary={children} /> : children
}

/** The document title. The page comes first, so that browser tabs can be distinguished. */
export function PageTitle({ children }: { children?: string }) {
  return <title>{children ? `${children} · Licensing and Billing` : 'Licensing and Billing'}</title>
}
