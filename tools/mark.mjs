// Plain JavaScript with only Node's own modules, because this runs before anything is installed.
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'

/** Marks a file as taken by this process, or returns the id of the living process that has taken it. */
export function takeMark(file) {
  const own = `${file}-${process.pid}`
  for (;;) {
    writeFileSync(own, String(process.pid))
    try {
      // Of several processes, only one can create the file, with its content.
      linkSync(own, file)
      return undefined
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      rmSync(own)
    }
    const holder = holderOf(file)
    if (holder) return holder
    rmSync(file, { recursive: true, force: true })
  }
}

/** A process that was killed leaves its mark; after a restart of the machine, another process may have its id. */
function holderOf(file) {
  const started = Date.now() - uptime() * 1000
  try {
    if (statSync(file).mtimeMs < started) return undefined
    const holder = Number(readFileSync(file, 'utf8'))
    return isAlive(holder) ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process belongs to another user.
    return error.code === 'EPERM'
  }
}
