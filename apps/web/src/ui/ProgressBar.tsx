import { Progress } from '@base-ui/react/progress'
import css from './ProgressBar.module.css'

/** A progress bar; `value` counts up to `max`. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <Progress.Root
      value={value}
      max={Math.max(max, 1)}
      aria-label={label}
      getAriaValueText={() => `${value} of ${max}`}
    >
      <Progress.Track className={css.track}>
        <Progress.Indicator className={css.bar} />
      </Progress.Track>
    </Progress.Root>
  )
}
