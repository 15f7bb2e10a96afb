import type { Weight } from './inter.ts'

/** The product's colors on paper. Every text color has a contrast of at least 4.5:1 on white and on `band`. */
export const colours = {
  ink: '#111827',
  muted: '#4b5563',
  rule: '#dfe3ea',
  band: '#f3f5f9',
  accent: '#2450d8',
  red: '#b42318',
  green: '#146c43',
} as const

export type Colour = `#${string}`

/** US Letter in points, with the margins of every page. */
export const sheetSize = { width: 612, height: 792 }
export const margins = { left: 46, right: 46, top: 44, bottom: 54 }
/** The area of the content: its left and right edge, and its width. */
export const area = {
  left: margins.left,
  right: sheetSize.width - margins.right,
  width: sheetSize.width - margins.left - margins.right,
}

export interface TextStyle {
  weight: Weight
  size: number
  colour: Colour
}

export const styles = {
  title: { weight: 'bold', size: 22, colour: colours.ink },
  section: { weight: 'bold', size: 11, colour: colours.ink },
  figure: { weight: 'bold', size: 15, colour: colours.ink },
  label: { weight: 'regular', size: 7.5, colour: colours.muted },
  body: { weight: 'regular', size: 8, colour: colours.ink },
  strong: { weight: 'bold', size: 8, colour: colours.ink },
  muted: { weight: 'regular', size: 8, colour: colours.muted },
  head: { weight: 'bold', size: 7.5, colour: colours.muted },
} as const satisfies Record<string, TextStyle>

/** The distance between two baselines, and of the first baseline from the top, per point of font size. */
export const lineHeight = 1.38
export const ascent = 1.02
