import css from './PanelHead.module.css'

interface PanelHeadProps {
  title: string
  /** Nothing while it is not known. */
  total: number | undefined
}

/** The name of a panel and how much is in it. */
export function PanelHead({ title, total }: PanelHeadProps) {
  return (
    <div className={css.head}>
      <h2>{title}</h2>
      <span role="status">{total !== undefined && `Total: ${total.toLocaleString('en-US')}`}</span>
    </div>
  )
}
