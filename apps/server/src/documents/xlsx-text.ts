/** Most characters a cell may hold; Excel calls a file with more in one broken. */
const mostCharacters = 32_767

// What XML 1.0 cannot carry: controls but tab and line feed, lone halves of a pair, two noncharacters.
// eslint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Cs}/gu
// Excel reads `_x0041_` as an escaped letter, so an underscore that starts one is escaped itself.
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for an element or an attribute of a spreadsheet's XML. */
export function xmlText(text: string): string {
  return cellText(text).replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/**
 * Text as a cell can hold it: a string cell is never run, so it needs no apostrophe and reads back as
 * it was. What XML cannot carry becomes a visible replacement sign instead of vanishing.
 */
export function cellText(text: string): string {
  const written = text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '\ufffd')
    .replace(escapeLike, '_x005F_')
  return written.length <= mostCharacters ? written : `${cut(written)}…`
}

function cut(text: string): string {
  // Never between the halves of a pair.
  return text.slice(0, mostCharacters - 1).replace(/\p{Cs}$/u, '')
}
