import { escapeHtml } from '../platform/escape-html.ts'

/** As much of JSON Schema as the portal's shapes use. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
}

/** A shape in words: short ones on a line, objects as a list of their fields. */
export function schemaHtml(schema: JsonSchema | undefined): string {
  if (!schema) return ''
  const parts = [escapeHtml(nameOf(schema)), limitsOf(schema)].filter(Boolean).join(', ')
  return `<span class="shape">${parts}</span>${fieldsHtml(schema)}`
}

function nameOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.anyOf) return isSimple(schema) ? schema.anyOf.map(nameOf).join(' | ') : 'one of'
  if (schema.type === 'array') return `list of ${schema.items ? nameOf(schema.items) : 'anything'}`
  return [schema.type ?? 'anything'].flat().join(' | ')
}

const isSimple = (schema: JsonSchema): boolean =>
  (schema.anyOf ?? []).every((one) => !one.properties && !one.items && !one.anyOf)

function limitsOf({
  minimum,
  maximum,
  minLength,
  maxLength,
  maxItems,
  pattern,
  default: usual,
}: JsonSchema) {
  return [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    minLength === undefined ? '' : `at least ${minLength} signs`,
    maxLength === undefined ? '' : `at most ${maxLength} signs`,
    maxItems === undefined ? '' : `at most ${maxItems} of them`,
    usual === undefined ? '' : `usually ${escapeHtml(JSON.stringify(usual))}`,
    pattern === undefined ? '' : `<code>${escapeHtml(pattern)}</code>`,
  ]
    .filter(Boolean)
    .join(', ')
}

function fieldsHtml(schema: JsonSchema): string {
  if (schema.items) return fieldsHtml(schema.items)
  if (schema.anyOf)
    return isSimple(schema)
      ? ''
      : `<ul>${schema.anyOf.map((one) => `<li>${schemaHtml(one)}</li>`).join('')}</ul>`
  const each = schema.patternProperties && Object.values(schema.patternProperties)[0]
  if (each) return `<ul><li><code>…</code> ${schemaHtml(each)}</li></ul>`
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return ''
  const items = fields.map(
    ([name, field]) =>
      `<li><code>${escapeHtml(name)}</code>${schema.required?.includes(name) ? '' : '?'} ${schemaHtml(field)}</li>`,
  )
  return `<ul>${items.join('')}</ul>`
}
