import css from './Skeleton.module.css'

interface SkeletonProps {
  lines: number
  lineHeight: number
  label: string
}

/** Gray lines of the final size, so that nothing moves when the data arrives. */
export function Skeleton({ lines, lineHeight, label }: SkeletonProps) {
  return (
    <div className={css.skeleton} role="status" aria-label={label}>
      <div className={css.lines}>
        {Array.from({ length: lines }, (_, line) => (
          <div key={line} className={css.line} style={{ height: lineHeight }}>
            {line === 0 ? <span>loading....</span> : <i />}
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The placeholder while a page or a part of it is loading. */
export function Loading() {
  return (
    <div className={css.loading} role="status">
      loading....
    </div>
  )
}
