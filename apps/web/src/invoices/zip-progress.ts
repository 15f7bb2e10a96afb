/** `PK\3\4`, before each file of a ZIP; the path of the file is 30 bytes later. */
const signature = [0x50, 0x4b, 3, 4]
const headerLength = 30

/**
 * Returns a function that counts the files begun in a ZIP, from its parts as they arrive. Only files in `folder` count,
 * because a file of the ZIP may itself contain a ZIP.
 */
export function fileCounter(folder: string): (part: Uint8Array) => number {
  const path = new TextEncoder().encode(`${folder}/`)
  const length = headerLength + path.length
  let rest = new Uint8Array()
  let count = 0
  const isHeader = (bytes: Uint8Array, at: number) =>
    signature.every((byte, nth) => bytes[at + nth] === byte) &&
    path.every((byte, nth) => bytes[at + headerLength + nth] === byte)
  return (part) => {
    const bytes = new Uint8Array(rest.length + part.length)
    bytes.set(rest)
    bytes.set(part, rest.length)
    let at = bytes.indexOf(signature[0]!)
    for (; at >= 0 && at + length <= bytes.length; at = bytes.indexOf(signature[0]!, at + 1))
      if (isHeader(bytes, at)) count += 1
    // A header may continue in the next part.
    rest = at < 0 ? new Uint8Array() : bytes.slice(at)
    return count
  }
}
