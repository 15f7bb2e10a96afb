import type { Home } from '@portal/domain/home/home.schema'
import { describeNews } from '@portal/domain/home/news'
import { Instant } from '../ui/Instant.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import css from './NewsList.module.css'

/** The events since the last visit that the user may see. */
export function NewsList({ home: { news, hasMoreNews, lastVisit } }: { home: Home }) {
  // A single line below the tasks, without a heading.
  if (news.length === 0)
    return (
      <aside className={css.aside} aria-label="What happened" data-none>
        <p className={css.none}>
          {lastVisit ? 'No changes since your last visit.' : 'No changes in the last 7 days.'}
        </p>
      </aside>
    )
  return (
    <aside className={css.aside} aria-label="What happened">
      <h2 className={css.title}>
        {lastVisit ? (
          <>
            Since <Instant at={lastVisit} to="day" />
          </>
        ) : (
          'Last 7 days'
        )}
      </h2>
      <ol className={css.life}>
        {news.map((one) => {
          const { title, detail, path } = describeNews(one)
          return (
            <li key={`${one.kind} ${one.at} ${one.names[0]}`}>
              <PathLink path={path}>{title}</PathLink>
              {(detail || one.at) && (
                <small>
                  {detail} {one.at && <Instant at={one.at} />}
                </small>
              )}
            </li>
          )
        })}
      </ol>
      {hasMoreNews && <p className={css.none}>Earlier changes are not listed.</p>}
    </aside>
  )
}
