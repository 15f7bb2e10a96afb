import css from './Skeleton.module.css'

interface SkeletonProps {
  /** How many lines of the final size to stand in for. */
  lines: number
  lineHeight: number
  label: string
}

/** Grey lines of the final size, so that nothing moves when the data arrives. */
export function Skeleton({ lines, lineHeight, label }: SkeletonProps) {
  return (
    <div className={css.skeleton} role="status" aria-label={label}>
      <span className={css.text}>loading....</span>
      <div className={css.lines} aria-hidden>
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className={css.line} style={{ height: lineHeight }}>
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}
