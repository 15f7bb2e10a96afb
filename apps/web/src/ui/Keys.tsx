import css from './Keys.module.css'

/** Keys to press, `Ctrl K` style. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
