import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZippedFile {
  /** The file's path in the ZIP. */
  path: string
  open: () => Promise<Readable>
}

/**
 * Streams files as a ZIP. Each file is opened when the ZIP reaches it and is read as fast as the stream is, so memory
 * stays constant for any number of files. If a file fails, the ZIP is cut off; if the reader disconnects, the open file is
 * closed and no other file is opened.
 */
export function zipFiles(files: readonly ZippedFile[], created: Date): Readable {
  const zip = new ZipFile()
  // yazl returns a PassThrough; its types declare an interface without destroy().
  const out = zip.outputStream as PassThrough
  let current: Readable | undefined
  // yazl does not forward the errors of its sources.
  zip.on('error', (error: Error) => out.destroy(error))
  out.on('close', () => current?.destroy())
  for (const { path, open } of files)
    zip.addReadStreamLazy(path, { mtime: created }, (opened) => {
      const read = async () => {
        if (out.destroyed) return
        current = await open()
        current.on('error', (error) => out.destroy(error))
        if (out.destroyed) current.destroy()
        else opened(null, current)
      }
      read().catch((error: Error) => out.destroy(error))
    })
  zip.end()
  return out
}
