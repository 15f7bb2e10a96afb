/** Signs that browsers leave bare in an address but the server's rule for return paths does not know. */
export function escapedPath(path: string): string {
  return path.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
