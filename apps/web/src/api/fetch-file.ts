import type { Endpoint, Exchange } from '@portal/domain/kernel/call'
import { send, type AsksOf } from './call.ts'
import { fileNameOf } from './download.ts'

export interface NamedFile {
  file: Blob
  name: string
}

/** A file with the server's file name, or `fallback`. */
export async function fetchFile<X extends Exchange>(
  endpoint: Endpoint<X>,
  fallback: string,
  ...asks: AsksOf<X>
): Promise<NamedFile> {
  const response = await send(endpoint, ...asks)
  const name = fileNameOf(response.headers.get('content-disposition'), fallback)
  return { file: await response.blob(), name }
}
