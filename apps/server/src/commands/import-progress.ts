import type { ImportProgress } from '../import/read-records.ts'
import { grouped } from './printing.ts'

const width = 24

/** Returns a progress bar for a terminal; nothing is printed if a program reads the output. */
export function progressBar(
  terminal: NodeJS.WriteStream,
  now: () => number = () => performance.now(),
) {
  const started = now()
  let drawn = -Infinity

  return {
    show(progress: ImportProgress): void {
      if (!terminal.isTTY || (now() - drawn < 100 && !progress.merging)) return
      drawn = now()
      terminal.write(`\r\u001b[K${progressLine(progress, now() - started)}`)
    },
    clear(): void {
      if (terminal.isTTY) terminal.write('\r\u001b[K')
    },
  }
}

export function progressLine(progress: ImportProgress, elapsed: number): string {
  const { bytes, totalBytes, records, merging } = progress
  const speed = Math.round(records / Math.max(elapsed / 1000, 0.001))
  const counts = `${grouped(records)} records, ${grouped(speed)}/s`
  if (merging) return `Merging ${grouped(records)} records …`
  const read = (bytes / 1e6).toFixed(1)
  if (!totalBytes) return `${read} MB, ${counts}`
  const share = Math.min(bytes / totalBytes, 1)
  const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.')
  return `[${bar}] ${Math.floor(share * 100)} %  ${read} of ${(totalBytes / 1e6).toFixed(1)} MB, ${counts}`
}
