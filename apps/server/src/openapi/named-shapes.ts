import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '@portal/domain/kernel/example-of'

type Schema = Record<string, unknown>

/** The shapes with a title, each described once and referred to by it. */
export class NamedShapes {
  readonly #schemas: Record<string, Schema> = {}

  /** The shape as the document writes it, all named shapes in it as references. */
  refer(shape: Shape): Schema {
    // Without what only TypeBox reads.
    return this.#refer(JSON.parse(JSON.stringify(shape)) as Schema)
  }

  /** In the order of their names. */
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

/** The same, in words that more generators of clients know than those of TypeBox. */
function asGeneratorsReadIt({ patternProperties, ...schema }: Schema): Schema {
  const map = patternProperties as Record<string, unknown> | undefined
  const values = (schema['enum'] ?? []) as unknown[]
  const isOf = (type: string) => values.length > 0 && values.every((one) => typeof one === type)
  return {
    ...(isOf('string') && { type: 'string' }),
    ...(isOf('number') && { type: values.every(Number.isInteger) ? 'integer' : 'number' }),
    ...schema,
    // Of any key: the only maps that there are.
    ...(map && { additionalProperties: map['^.*$'] }),
  }
}
