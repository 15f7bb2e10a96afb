import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A change of one text of a source file. */
export interface Fault {
  file: string
  from: string
  to: string
}

const signals = ['SIGINT', 'SIGTERM']

/** Runs a task with a fault in the source. A stop by a signal leaves no fault behind. */
export async function withFault<T>({ file, from, to }: Fault, run: () => Promise<T>): Promise<T> {
  const path = join(import.meta.portalRoot, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} must have this text once: ${from}`)
  const restore = () => writeFileSync(path, text)
  const stop = () => process.exit(130)
  process.once('exit', restore)
  for (const signal of signals) process.once(signal, stop)
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
    return await run()
  } finally {
    restore()
    process.off('exit', restore)
    for (const signal of signals) process.off(signal, stop)
  }
}
