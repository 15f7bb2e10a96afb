import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '@portal/domain/kernel/example-of'

type Schema = Record<string, unknown>

/** Shapes with a title, each described once and then referenced. */
export class NamedShapes {
  readonly #schemas: Record<string, Schema> = {}

  /** Returns the shape as the document shows it, with references to all named shapes in it. */
  refer(shape: Shape): Schema {
    // The conversion removes properties that only TypeBox uses.
    return this.#refer(JSON.parse(JSON.stringify(shape)) as Schema)
  }

  /** Returns all named shapes by name. */
  all(): Record<string, Schema> {
    return Object.fromEntries(
      Object.entries(this.#schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  }

  #refer(schema: Schema): Schema {
    const inner = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, this.#inner(key, value)]),
    )
    const { title, ...rest } = inner
    const named = asGeneratorsReadIt(rest)
    if (typeof title !== 'string') return named
    const known = (this.#schemas[title] ??= named)
    if (!isDeepStrictEqual(known, named)) throw new Error(`two shapes are named ${title}`)
    return { $ref: `#/components/schemas/${title}` }
  }

  #inner(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties')
      return Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, one]) => [
          name,
          this.#refer(one),
        ]),
      )
    if (key === 'items') return this.#refer(value as Schema)
    if (key === 'anyOf') return (value as Schema[]).map((one) => this.#refer(one))
    return value
  }
}

/** Rewrites a schema into keywords that more client generators support. */
function asGeneratorsReadIt({ patternProperties, ...schema }: Schema): Schema {
  const map = patternProperties as Record<string, unknown> | undefined
  const values = (schema['enum'] ?? []) as unknown[]
  const isOf = (type: string) => values.length > 0 && values.every((one) => typeof one === type)
  return {
    ...(isOf('string') && { type: 'string' }),
    ...(isOf('number') && { type: values.every(Number.isInteger) ? 'integer' : 'number' }),
    ...schema,
    // All maps of this API accept any key.
    ...(map && { additionalProperties: map['^.*$'] }),
  }
}
