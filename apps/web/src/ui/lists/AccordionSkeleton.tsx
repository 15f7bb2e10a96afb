import accordion from './AccordionList.module.css'
import css from '../Skeleton.module.css'
import { pageScrolls, useMedia } from '../useMedia.ts'

/** An accordion list that is loading: a round icon and two lines for each item. */
export function AccordionSkeleton({ label }: { label: string }) {
  const inPage = useMedia(pageScrolls)
  return (
    <div
      className={`${css.skeleton} ${inPage ? '' : accordion.place}`}
      data-edge
      data-fills={!inPage || undefined}
      role="status"
      aria-label={label}
    >
      <div className={`${accordion.frame} ${css.lines}`}>
        {Array.from({ length: 12 }, (_, item) => (
          <div key={item} className={`${accordion.head} ${css.item}`}>
            <i />
            <span>
              {item === 0 ? 'loading....' : <i />}
              <i />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
