import type { Day } from '@portal/domain/kernel/day'
import type { FileEnding, FileName } from '../../documents/documents.ts'

/** `INV-1.pdf`; whatever characters the invoice's number has, any system can save the name. */
export function invoiceFileName(invoiceNumber: string, ending: FileEnding): FileName {
  return `${savable(invoiceNumber)}.${ending}`
}

/** `statement-10412-2026-11-01-2026-11-21.pdf` */
export function statementFileName(
  accountId: string,
  from: Day,
  to: Day,
  ending: FileEnding,
): FileName {
  return `${savable(`statement-${accountId}-${from}-${to}`)}.${ending}`
}

// Path separators, characters that Windows forbids, and invisible or direction-changing ones.
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
