import { widths } from './widths.ts'

/** Replaces `@media (--name)` of style sheets by the media query of that name: no browser supports custom media yet. */
export function withWidths(sheet: string): string {
  return sheet.replaceAll(/(@media[^{]*)\(--(\w+)\)/g, (_, before: string, name: string) => {
    if (!(name in widths)) throw new Error(`ui/widths.ts has no --${name}.`)
    return before + widths[name as keyof typeof widths]
  })
}

/** A plugin of Vite. */
export const cssWidths = {
  name: 'portal-css-widths',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: withWidths },
} as const
