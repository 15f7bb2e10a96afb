import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Fault {
  file: string
  from: string
  to: string
}

/** Runs a task with a fault in the source. After a stop by Ctrl-C, the fault is removed too. */
export async function withFault<T>({ file, from, to }: Fault, run: () => Promise<T>): Promise<T> {
  const path = join(import.meta.portalRoot, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} must have this text once: ${from}`)
  const restore = () => writeFileSync(path, text)
  const stop = () => process.exit(130)
  process.once('exit', restore)
  process.once('SIGINT', stop)
  try {
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
    return await run()
  } finally {
    restore()
    process.off('exit', restore)
    process.off('SIGINT', stop)
  }
}
