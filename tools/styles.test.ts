import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.portalRoot, 'apps/web/src')
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
)

/** The declarations of the style sheets, as `file: declaration`. */
function declarations(wanted: RegExp): string[] {
  return sheets.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(wanted)].map(
      ([found]) => `${file}: ${found}`,
    ),
  )
}

test('no text has a size in px, which would ignore the font size that users set in their browser', () => {
  expect(sheets.length).toBeGreaterThan(50)
  expect(declarations(/\bfont(-size)?:[^;}]*\dpx[^;}]*/g)).toEqual([])
})
