export type Declared = ReadonlyMap<string, ReadonlySet<string>>

/** Prometheus adds these to every metric. */
const added = ['job', 'instance']

/** Returns the metrics in the text of `/metrics`; metrics without a value have only the added labels. */
export function declaredMetrics(text: string): Declared {
  const declared = new Map([['up', new Set(added)]])
  for (const [, name] of text.matchAll(/^# TYPE (\w+) (?!histogram)/gm))
    declared.set(name!, new Set(added))
  for (const [, name, labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm))
    declared.set(name!, new Set([...added, ...labelsOf(labels)]))
  return declared
}

const labelsOf = (text: string) =>
  [...text.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"(?:[^"\\]|\\.)*"/g)].map(([, label]) => label!)

const words = new Set(['and', 'or', 'unless', 'bool', 'on', 'by', 'offset', 'group_left'])

/** Returns the metrics in a PromQL expression that do not exist, and the labels that they do not have. */
export function unknownNames(expr: string, declared: Declared): string[] {
  const unknown: string[] = []
  const selectors = expr
    .replaceAll(/\b(?:by|on|group_left) \(([^)]*)\)/g, (_all, labels: string) => {
      const all = new Set([...declared.values()].flatMap((own) => [...own]))
      unknown.push(...labels.split(/, */).filter((label) => label && !all.has(label)))
      return ''
    })
    .replaceAll(/\[[^\]]*\]/g, '')
  for (const [, name, labels = ''] of selectors.matchAll(
    /\b([a-zA-Z_]\w*)\b(?!\s*\()(?:\{((?:[^"}]|"[^"]*")*)\})?/g,
  )) {
    if (words.has(name!)) continue
    const own = declared.get(name!)
    if (!own) unknown.push(name!)
    else unknown.push(...labelsOf(labels).flatMap((one) => (own.has(one) ? [] : `${name}{${one}}`)))
  }
  return unknown
}
