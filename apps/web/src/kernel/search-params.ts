/** Leaves out what is not set: an empty value stands for none and is not kept in the address. */
export function present<Search>(values: {
  [Key in keyof Search]: Search[Key] | undefined
}): Search {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(set) as Search
}

/** What a part of a screen asks to change in the address; undefined takes the value out of it. */
export type Changes<Search> = { [Key in keyof Search]?: Search[Key] | undefined }

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}

export function oneOf<Value extends string>(
  value: unknown,
  values: readonly Value[],
): Value | undefined {
  return values.find((one) => one === value)
}
