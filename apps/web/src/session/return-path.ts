/** Escapes characters that browsers leave unescaped but the server rejects in a return path. */
export function escapedPath(path: string): string {
  return path.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
