import { contentsOf, documented, exampleOf, isList, standardOf } from './documented.ts'
import type { Documented } from './kind.ts'
import { isField, itemFields, type Field, type Fields, type List } from './record-shape.ts'

export type JsonSchema = Record<string, unknown>

/**
 * Returns JSON schemas (2020-12) by name: one per kind of line, such as `InvoiceRecord`, and `PortalRecord` for any of them, with
 * references under `#/components/schemas/`. They accept every record that the import accepts. Rules that no schema can express
 * (days that exist, decimals of the currency, rules between records) are checked by the import only.
 */
export function recordSchemas(): Record<string, JsonSchema> {
  const named = documented.map((one) => [schemaName(one), recordSchema(one)] as const)
  const mapping = documented.map((one) => [one.record, `#/components/schemas/${schemaName(one)}`])
  return {
    ...Object.fromEntries(named),
    PortalRecord: {
      description: 'One line of NDJSON.',
      oneOf: mapping.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: 'record', mapping: Object.fromEntries(mapping) },
    },
  }
}

const schemaName = ({ record }: Documented) =>
  `${record.charAt(0).toUpperCase()}${record.slice(1)}Record`

function recordSchema(one: Documented): JsonSchema {
  const contents = Object.entries(contentsOf(one))
  const required = contents.filter(([, field]) => !isList(field) && field.required)
  return {
    type: 'object',
    description: [one.sentence, ...(one.rules ?? [])].join(' '),
    properties: {
      record: { type: 'string', const: one.record, description: 'Kind of the record.' },
      ...Object.fromEntries(
        contents.map(([name, field]) => [
          name,
          isList(field) ? listSchema(field) : fieldSchema(field),
        ]),
      ),
    },
    required: ['record', ...required.map(([name]) => name)],
    additionalProperties: false,
    examples: [exampleOf(one)],
  }
}

function fieldSchema(field: Field): JsonSchema {
  const { schema, sentence, required } = field
  if (required) return { ...schema, description: sentence }
  const standard = standardOf(field)
  return {
    ...schema,
    // In the description: with `default`, openapi-typescript would make the field required for senders.
    description: standard ? `${sentence} If absent: \`${standard}\`.` : sentence,
    // Null is accepted like an absent field.
    type: [schema.type, 'null'].flat(),
    ...(schema.enum && { enum: [...schema.enum, null] }),
  }
}

const listSchema = (list: List): JsonSchema => ({
  type: ['array', 'null'],
  description: list.sentence,
  items: isField(list.item) ? fieldSchema(list.item) : itemSchema(itemFields(list.item, list)),
})

function itemSchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field)])),
    required: entries.filter(([, field]) => field.required).map(([name]) => name),
    additionalProperties: false,
  }
}
