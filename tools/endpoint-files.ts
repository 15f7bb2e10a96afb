import { join } from 'node:path'
import { callsBySlice } from '../packages/domain/src/calls.ts'
import type { Call } from '../packages/domain/src/kernel/call.ts'

/** Returns a file for each slice with the methods and paths of its calls, without the shapes, for the browser. */
export function endpointFiles(): { file: string; text: string }[] {
  return Object.entries(callsBySlice).map(([slice, calls]) => ({
    file: join(import.meta.portalRoot, `packages/domain/src/${slice}/${slice}.endpoints.ts`),
    text: endpointsOf(slice, calls),
  }))
}

const endpointsOf = (slice: string, calls: Record<string, Call>): string =>
  `// Written by \`npm run documents\` from ${slice}.calls.ts.
import type { callsBySlice } from '../calls.ts'
import type { EndpointOf } from '../kernel/call.ts'

type Calls = (typeof callsBySlice)['${slice}']

${Object.entries(calls)
  .map(
    ([name, { method, path }]) =>
      `export const ${name} = '${method} ${path}' as EndpointOf<Calls['${name}']>\n`,
  )
  .join('')}`
