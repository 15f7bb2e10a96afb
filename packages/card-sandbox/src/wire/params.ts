import { badParameter } from './api-error.ts'
import type { FormFields } from './form-fields.ts'

/** The parameters of a call; invalid ones throw the provider's errors. */
export class Params {
  constructor(
    private readonly fields: FormFields,
    private readonly prefix = '',
  ) {}

  get names() {
    return Object.keys(this.fields)
  }

  /** Returns undefined if absent; an empty text clears a field. */
  text(name: string) {
    const value = this.fields[name]
    if (typeof value === 'object')
      throw badParameter(this.path(name), 'parameter_invalid_string', `Invalid string: ${name}`)
    return value
  }

  requiredText(name: string) {
    const value = this.text(name)
    if (value) return value
    const path = this.path(name)
    throw badParameter(path, 'parameter_missing', `Missing required param: ${path}.`)
  }

  integer(name: string) {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (/^-?\d{1,15}$/.test(value)) return Number(value)
    throw badParameter(this.path(name), 'parameter_invalid_integer', `Invalid integer: ${value}`)
  }

  requiredInteger(name: string) {
    this.requiredText(name)
    return this.integer(name) ?? 0
  }

  flag(name: string) {
    const value = this.text(name)
    if (value === undefined || value === '') return undefined
    if (value === 'true' || value === 'false') return value === 'true'
    throw badParameter(this.path(name), 'parameter_invalid_boolean', `Invalid boolean: ${value}`)
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]) {
    const value = this.text(name)
    if (value === undefined) return undefined
    const found = allowed.find((option) => option === value)
    if (found) return found
    const message = `Invalid ${this.path(name)}: must be one of ${allowed.join(', ')}`
    throw badParameter(this.path(name), 'parameter_invalid_enum', message)
  }

  isGroup(name: string) {
    return typeof this.fields[name] === 'object'
  }

  nested(name: string) {
    const value = this.fields[name]
    if (value === undefined) return undefined
    if (typeof value === 'object') return new Params(value, this.path(name))
    throw badParameter(this.path(name), 'parameter_invalid_object', `Invalid object: ${name}`)
  }

  list(name: string) {
    return Object.values(this.nested(name)?.fields ?? {}).filter((item) => typeof item === 'string')
  }

  /** Merges the given keys into the existing ones: an empty value removes its key, an empty text removes all. */
  metadata(former: Record<string, string> = {}) {
    if (this.fields['metadata'] === '') return {}
    const given = this.nested('metadata')
    const merged = new Map(Object.entries(former))
    for (const key of given?.names ?? []) {
      const value = given?.text(key)
      if (key.length > 40) throw this.metadataTooLong('keys', 40, key)
      if (value && value.length > 500) throw this.metadataTooLong('values', 500, value)
      if (value) merged.set(key, value)
      else merged.delete(key)
    }
    if (merged.size > 50)
      throw badParameter(this.path('metadata'), undefined, 'Metadata can have up to 50 keys.')
    return Object.fromEntries(merged)
  }

  refuseUnknown(known: readonly string[]) {
    for (const name of this.names) {
      if (name === 'payment_method_types') throw noLongerSupported(name)
      if (name !== 'expand' && !known.includes(name))
        throw badParameter(name, 'parameter_unknown', `Received unknown parameter: ${name}`)
    }
  }

  private metadataTooLong(what: string, most: number, given: string) {
    return badParameter(
      this.path('metadata'),
      undefined,
      `Metadata ${what} can have up to ${most} characters; this has ${given.length}: ${given}`,
    )
  }

  private path(name: string) {
    return this.prefix ? `${this.prefix}[${name}]` : name
  }
}

/** Returns the new value of a field: the former value if none is given, null if the field is cleared. */
export function changed(given: string | undefined, former: string | null) {
  return given === undefined ? former : given || null
}

function noLongerSupported(name: string) {
  return badParameter(
    name,
    'payment_method_types_no_longer_supported',
    `The \`${name}\` parameter is no longer supported on this API version.`,
  )
}
