/** Whether a client prefers brotli to no compression, by RFC 9110 (12.5.3). */
export function acceptsBrotli(header = ''): boolean {
  const qualities = new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const quality = parameters.find((one) => one.startsWith('q='))
      return [coding, quality === undefined ? 1 : Number(quality.slice(2))]
    }),
  )
  const brotli = qualities.get('br') ?? qualities.get('*') ?? 0
  return brotli > 0 && brotli >= (qualities.get('identity') ?? 0)
}
