import type { Day } from '@portal/domain/kernel/day'

export const contentTypes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type DownloadEnding = keyof typeof contentTypes

/** `INV-1.pdf`; whatever the invoice's number is made of, the name is one any system can save. */
export function invoiceFileName(invoiceNumber: string, ending: DownloadEnding): string {
  return `${savable(invoiceNumber)}.${ending}`
}

/** `statement-10412-2026-11-01-2026-11-21.pdf` */
export function statementFileName(accountId: string, from: Day, to: Day): string {
  return `${savable(`statement-${accountId}-${from}-${to}`)}.pdf`
}

// Path separators, what Windows forbids, and characters that are invisible or turn text around.
const unsavable = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

function savable(name: string): string {
  const clean = name
    .replace(unsavable, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  if (clean === '') return 'document'
  return reserved.test(clean) ? `_${clean}` : clean
}

/**
 * A Content-Disposition as RFC 6266 wants it: an ASCII name for old readers and, when that loses
 * something, the real one in RFC 5987's encoding. Safe for any name: no quote, percent sign or line end
 * of it reaches the header.
 */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '_')
  // A percent sign too: some browsers decode it in the plain name.
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/%]/gu, '_')
  const plain = `${kind}; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extended(name)}`
}

/** RFC 5987 allows fewer characters than encodeURIComponent leaves as they are. */
function extended(name: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(name).replace(/['()*]/g, code)
}
