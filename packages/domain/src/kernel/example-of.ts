/** The part of JSON Schema that the shapes of the calls use. */
export interface Shape {
  title?: string
  description?: string
  type?: string
  examples?: readonly unknown[]
  default?: unknown
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  items?: Shape
  minimum?: number
}

/** Returns a value of a shape, composed of the examples of its fields. Throws if a text or a map has no example. */
export function exampleOf(shape: Shape, place = shape.title ?? 'it'): unknown {
  if (shape.examples) return shape.examples[0]
  if ('const' in shape) return shape.const
  if ('default' in shape) return shape.default
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0]!, place)
  if (shape.items) return [exampleOf(shape.items, place)]
  if (shape.properties && !shape.patternProperties)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, field]) => [
        name,
        exampleOf(field, `${place}.${name}`),
      ]),
    )
  if (shape.type === 'boolean') return false
  if (shape.type === 'null') return null
  if (shape.type === 'integer' || shape.type === 'number') return shape.minimum ?? 1
  throw new Error(`${place} has no example`)
}
