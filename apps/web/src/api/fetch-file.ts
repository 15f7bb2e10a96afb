import { send, type CallOptions } from './call.ts'
import { fileNameOf } from './download.ts'

export interface NamedFile {
  file: Blob
  name: string
}

/** A file with the name the server gives it. */
export async function fetchFile(
  path: string,
  fallback: string,
  options: CallOptions,
): Promise<NamedFile> {
  const response = await send(path, options)
  const name = fileNameOf(response.headers.get('content-disposition'), fallback)
  return { file: await response.blob(), name }
}
