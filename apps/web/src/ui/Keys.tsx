import css from './Keys.module.css'

/** A keyboard shortcut, such as `Ctrl K`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
