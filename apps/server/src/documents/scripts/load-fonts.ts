import { hanStyle, scripts, type HanStyle } from '@portal/domain/kernel/scripts'
import { fontFile } from './font-files.ts'
import { loadScriptFont } from './script-font.ts'
import { isScriptText } from './text-line.ts'

/** Loads the fonts for all texts within the values, if any text needs one. */
export async function loadFontsFor(...values: readonly object[]): Promise<void> {
  // This check is cheaper than a walk through thousands of rows that need no font.
  if (!isScriptText(JSON.stringify(values))) return
  const texts = textsWithin(values).map((text) => text.normalize('NFC'))
  // A line may join several texts, and has the style of one of them.
  const styles = new Set<HanStyle>(texts.filter((text) => scripts.cjk.test(text)).map(hanStyle))
  if (styles.size === 0) styles.add('sc')
  const files = new Set<string>()
  for (const character of new Set(texts.join(''))) {
    if (!isScriptText(character)) continue
    for (const style of styles) {
      const file = fontFile(character.codePointAt(0) ?? 0, style)
      if (file !== undefined) files.add(file)
    }
  }
  for (const file of files) await loadScriptFont(file)
}

function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return isScriptText(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsWithin)
}
