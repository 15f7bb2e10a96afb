import css from './Loading.module.css'

/** The placeholder while a page or a part of it is on its way. */
export function Loading() {
  return (
    <div className={css.loading} role="status">
      loading....
    </div>
  )
}
