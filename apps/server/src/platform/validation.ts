import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'

const common = {
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
} as const

/** Bodies are taken as they are. Query values and path parts are text on the wire, so numbers are read from it. */
export function validateSchemas(app: FastifyInstance): void {
  const exact = new Ajv({ ...common, coerceTypes: false })
  const fromText = new Ajv({ ...common, coerceTypes: true })
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === 'body' ? exact : fromText).compile(schema as object),
  )
}
