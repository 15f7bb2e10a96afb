/** The maximum length of a cell's text; Excel rejects files with longer ones. */
const mostCharacters = 32_767

// Characters that XML 1.0 cannot encode: controls except tab and line feed, lone surrogates, two noncharacters.
// eslint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Cs}/gu
// Excel decodes `_x0041_` as an escaped letter, so the underscore that starts such a text is itself escaped.
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an element or an attribute of a spreadsheet's XML. */
export function xmlText(text: string): string {
  return cellText(text).replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

/**
 * Prepares text for a cell. A string cell is never executed, so it needs no apostrophe and is read back unchanged.
 * Characters that XML cannot encode become a visible replacement sign.
 */
export function cellText(text: string): string {
  const written = text
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '\ufffd')
    .replace(escapeLike, '_x005F_')
  return written.length <= mostCharacters ? written : `${cut(written)}…`
}

function cut(text: string): string {
  // A surrogate pair is never cut in half.
  return text.slice(0, mostCharacters - 1).replace(/\p{Cs}$/u, '')
}
