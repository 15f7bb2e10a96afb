import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'

const common = {
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
} as const

// One validator of each kind per process: a schema is compiled once for any number of servers.
const exact = new Ajv({ ...common, coerceTypes: false })
const fromText = new Ajv({ ...common, coerceTypes: true })

/** Values in bodies must have their type. Query values and path parts are text, so numbers are parsed from them. */
export function validateSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? exact : fromText).compile(schema as object),
  )
}
