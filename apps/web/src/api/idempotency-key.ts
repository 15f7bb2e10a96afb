/** 128 random bits. Unlike `randomUUID`, this also works on pages without HTTPS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 128 random bits as a UUID. */
export function newUuid(): string {
  return newIdempotencyKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
