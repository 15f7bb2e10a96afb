import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LogoMark } from '../LogoMark.tsx'
import css from './Notice.module.css'
import { PageTitle } from './Page.tsx'
import { Muted, Row } from '../parts.tsx'

interface NoticeProps {
  title: string
  /** The document title, if the heading is not enough; empty for only the name of the portal. */
  documentTitle?: string
  /** The title of the start page is larger. A title with less information than the reason is smaller. */
  titleSize?: 'large' | 'small'
  /** On pages without a header. */
  hasMark?: boolean
  /** The reason, directly below the title. */
  reason?: ReactNode
  text?: ReactNode
  /** The next step for the user. */
  advice?: ReactNode
  /** At most one filled button; the others are quiet. */
  actions?: ReactNode
  /** Below the actions. */
  note?: ReactNode
  role?: 'alert' | 'status' | undefined
  /** Content between the text and the actions. */
  children?: ReactNode
}

/** The layout of pages with a single message: start page, errors, invitations. */
export function Notice(props: NoticeProps) {
  const { title, documentTitle = title, reason, text, advice, actions, note, children } = props
  return (
    <div className={css.notice}>
      <PageTitle>{documentTitle}</PageTitle>
      {props.hasMark && <LogoMark className={css.mark} />}
      <div role={props.role}>
        <h1 className={css.title} data-size={props.titleSize}>
          {title}
        </h1>
        {reason && (
          <Row as="p" gap={3} align="stretch" size={3} weight={500} className={css.reason}>
            <CircleAlert size={16} aria-hidden />
            <span>{reason}</span>
          </Row>
        )}
        {text && (
          <Muted as="p" size={3} className={css.text}>
            {text}
          </Muted>
        )}
        {advice && (
          <Muted as="p" size={3} className={css.text}>
            {advice}
          </Muted>
        )}
      </div>
      {children && <div className={css.more}>{children}</div>}
      {actions && (
        <Row gap={3} wrap className={css.actions}>
          {actions}
        </Row>
      )}
      {note && <p className={css.note}>{note}</p>}
    </div>
  )
}
