import { callsBySlice } from '@portal/domain/calls'

/** Field names that exist only in the API: several words written as one. */
export const apiFields: Set<string> = new Set(
  namesIn(callsBySlice).filter((name) => /^[a-z]+(?:[A-Z][a-z]*)+$/.test(name)),
)

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'properties' in value && isRecord(value.properties) ? Object.keys(value.properties) : []
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
