import css from './SeriesMark.module.css'

/** The figures that tell series apart where colors cannot; each fills a tile of 8 px. */
const figures = [
  // The sum of the others: dots.
  'M1 2h2M5 6h2',
  '',
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  '',
  'M0 2H8M0 6H8',
  'M0 1H8M0 5H8M1 0V8M5 0V8',
  'M2 0V8M6 0V8',
  'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  'M3 3L5 5M5 3L3 5',
  'M0 8L8 0M0 0L8 8',
  'M0 4H8M4 0V8',
]

const id = (mark: number) => `spend-series-${mark}`
export const seriesFill = (mark: number) => `url(#${id(mark)})`

/** The fillings of all series, once on the page. */
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
            width={8}
            height={8}
            patternUnits="userSpaceOnUse"
          >
            <rect width={8} height={8} />
            <path d={figure} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** The color of a series, beside its name. */
export function SeriesMark({ mark }: { mark: number }) {
  return (
    <svg className={css.mark} width={12} height={12} aria-hidden>
      <rect x={0.5} y={0.5} width={11} height={11} rx={2} fill={seriesFill(mark)} />
    </svg>
  )
}
