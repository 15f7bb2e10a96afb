import css from './SeriesMark.module.css'

/** The patterns that distinguish series without colors; each fills a tile of 6 px. */
const figures = [
  // The sum of the others: dots.
  'M0 1.5h2M3 4.5h2',
  '',
  'M-1 1L1 -1M0 6L6 0M5 7L7 5',
  '',
  'M0 1.5H6M0 4.5H6',
  'M0 1.5H6M0 4.5H6M1.5 0V6M4.5 0V6',
  'M1.5 0V6M4.5 0V6',
]
const tile = 6
/** Lines over the color of a credit. */
export const creditFill = 'url(#spend-credit)'

const id = (mark: number) => `spend-series-${mark}`
export const seriesFill = (mark: number) => `url(#${id(mark)})`

/** The patterns of all series, once per page. */
export function SeriesFillings() {
  return (
    <svg className={css.fillings} aria-hidden>
      <defs>
        {figures.map((figure, mark) => (
          <pattern
            key={id(mark)}
            id={id(mark)}
            data-mark={mark}
            className={css.filling}
            width={tile}
            height={tile}
            patternUnits="userSpaceOnUse"
          >
            <rect width={tile} height={tile} />
            <path d={figure} />
          </pattern>
        ))}
        <pattern
          id="spend-credit"
          className={css.credit}
          width={tile}
          height={tile}
          patternUnits="userSpaceOnUse"
        >
          <path d="M-1 1L1 -1M0 6L6 0M5 7L7 5" />
        </pattern>
      </defs>
    </svg>
  )
}

/** The color of a series, beside its name. */
export function SeriesMark({ mark }: { mark: number }) {
  return (
    <svg className={css.mark} width={12} height={12} aria-hidden>
      <rect width={12} height={12} rx={2} fill={seriesFill(mark)} />
    </svg>
  )
}
