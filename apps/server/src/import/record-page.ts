import { documented, exampleOf, fieldRows, keySentence, type FieldRow } from './documented.ts'
import type { Documented } from './kind.ts'

/** Returns the generated part of docs/records.md: a section for each kind of record, in Markdown. */
export const recordSections = (): string => documented.map(section).join('\n\n')

function section(one: Documented): string {
  const rules = (one.rules ?? []).map((rule) => `- ${rule}`)
  return [
    `### ${one.record}`,
    `${one.sentence} ${keySentence(one, '`')}`,
    fieldRows(one).map(fieldItem).join('\n'),
    ...(rules.length ? ['Rules:', rules.join('\n')] : []),
    `\`\`\`ndjson\n${JSON.stringify(exampleOf(one))}\n\`\`\``,
  ].join('\n\n')
}

function fieldItem({ name, words, required, standard, sentence }: FieldRow): string {
  const absent = required ? ', **required**' : standard && `, default \`${standard}\``
  // The section "Values" of the document has the example.
  const value = words.replace(/^(instant|day|month|amount), such as \S+$/, '$1')
  return `- \`${name}\`: ${value}${absent}. ${sentence}`
}
