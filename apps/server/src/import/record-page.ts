import { documented, exampleOf, fieldRows, keySentence, type FieldRow } from './documented.ts'
import type { Documented } from './kind.ts'

/**
 * Returns the generated part of docs/records.md: a section for each kind of record, in Markdown.
 */
export const recordSections = (): string => documented.map(section).join('\n\n')

function section(one: Documented): string {
  const rules = (one.rules ?? []).map((rule) => `- ${rule}`)
  return [
    `### ${one.record}`,
    `${one.sentence} ${keySentence(one, '`')}`,
    ['| field | value | if absent | meaning |', '| --- | --- | --- | --- |']
      .concat(fieldRows(one).map(tableRow))
      .join('\n'),
    ...(rules.length ? [rules.join('\n')] : []),
    `\`\`\`ndjson\n${JSON.stringify(exampleOf(one))}\n\`\`\``,
  ].join('\n\n')
}

function tableRow({ name, words, required, standard, sentence }: FieldRow): string {
  const absent = required ? '**required**' : standard && `\`${standard}\``
  return `| \`${name}\` | ${words} | ${absent} | ${sentence} |`
}
