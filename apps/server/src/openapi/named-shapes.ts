import { isDeepStrictEqual } from 'node:util'
import type { Shape } from '@portal/domain/kernel/example-of'

type Schema = Record<string, unknown>

/** Without a type, generators do not know what the values of an enum are. */
function typeOfEnum({ enum: values }: Schema): Schema {
  if (!Array.isArray(values)) return {}
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  return values.every(Number.isInteger) ? { type: 'integer' } : {}
}

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
    const { title, ...named } = { ...typeOfEnum(inner), ...inner }
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
