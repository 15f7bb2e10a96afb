import type { Day } from '@portal/domain/kernel/day'
import { withoutEnd } from '@portal/domain/kernel/without-end'
import type { FileEnding, FileName, ZippedFile } from '../../documents/documents.ts'

/** Returns a name such as `INV-1.pdf`. Any system can save it, whatever characters the invoice's number has. */
export function invoiceFileName(invoiceNumber: string, ending: FileEnding): FileName {
  return `${savable(invoiceNumber)}.${ending}`
}

/** Returns a name such as `statement-10412-2026-11-01-2026-11-21.pdf`. */
export function statementFileName(
  accountId: string,
  from: Day,
  to: Day,
  ending: FileEnding,
): FileName {
  return `${savable(`statement-${accountId}-${from}-${to}`)}.${ending}`
}

/** Returns the name of the ZIP with selected invoices, and of the folder in it: `invoices-10412-2026-11-24` */
export const selectionName = (accountId: string, day: Day) =>
  savable(`invoices-${accountId}-${day}`)

/** Two invoice numbers may differ only in characters that file names cannot contain. The later file gets a number. */
export function namedOnce(files: readonly ZippedFile[]): ZippedFile[] {
  const taken = new Set<string>()
  return files.map((file) => {
    let path = file.path
    // Some systems ignore case in file names.
    for (let nth = 2; taken.has(path.toLowerCase()); nth += 1)
      path = file.path.replace(/(\.\w+)$/, ` (${nth})$1`)
    taken.add(path.toLowerCase())
    return { ...file, path }
  })
}

// Path separators, characters that Windows forbids, and invisible or direction-changing characters.
const unsavable = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

function savable(name: string): string {
  const clean = withoutEnd(name.replace(unsavable, '_').replace(/^[\s.]+/, ''), /[\s.]/)
  if (clean === '') return 'document'
  return reserved.test(clean) ? `_${clean}` : clean
}
