/** The widest window with the layout of a phone, in px. */
export const phoneWidth = 820

/** The windows with a separate layout. A style sheet names them, as in `@media (--narrow)`; see `css-widths.ts`. */
export const widths = {
  narrow: `screen and (max-width: ${phoneWidth}px)`,
  wide: `screen and (min-width: ${phoneWidth + 1}px)`,
  /** As `wide`, and high enough for a page in a fixed frame. */
  framed: `screen and (min-width: ${phoneWidth + 1}px) and (min-height: 560px)`,
  /** Beside the navigation there is little room. */
  tablet: `screen and (min-width: ${phoneWidth + 1}px) and (max-width: 1100px)`,
  medium: 'screen and (max-width: 1100px)',
  /** Room for a list and something beside it. In em, as both need more where the font of the browser is larger. */
  beside: 'screen and (min-width: 80em) and (min-height: 560px)',
  /** A finger needs more room, also on a phone held sideways and on a tablet. */
  touch: `screen and (max-width: ${phoneWidth}px), screen and (pointer: coarse)`,
}
