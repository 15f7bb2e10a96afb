import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'

const documents = process.env['DOCUMENTS'] ?? ''
const read = (name: string) => readFileSync(`${documents}/${name}`, 'utf8')

const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block]) => block!,
  )

/** The examples of all kinds, as one import. The example of an answer is left out: its question does not exist. */
export const exampleRecords = () =>
  blocks(read('records.md'), 'ndjson')
    .filter((block) => !block.startsWith('{"record":"invoiceAnswer"'))
    .join('')

/** The check of signatures, as written in the document. */
export async function signatureCheck() {
  const [code] = blocks(read('integration.md'), 'js')
  const module = `${code}\nexport { isSigned }`
  const { isSigned } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    isSigned: (headers: IncomingHttpHeaders, body: string, secret: string) => boolean
  }
  return isSigned
}

/** The types in the table of events. */
export const eventTypes = () =>
  [...read('integration.md').matchAll(/^\| (`[a-z_.]+`(?:, `[a-z_.]+`)*) +\|/gm)]
    .flatMap(([, names]) => names!.match(/[a-z_]+(?:\.[a-z_]+)+/g) ?? [])
    .sort()
