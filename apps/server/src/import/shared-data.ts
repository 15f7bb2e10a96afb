import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.portalRoot, '../shared/data')

/** Data sets outside the repository; their tests are skipped if they are missing. */
export const noSharedData = !existsSync(folder)

export const sharedFile = (path: string) => join(folder, path)
