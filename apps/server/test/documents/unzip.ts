import { crc32, inflateRawSync } from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endLength = 22

/** Unpacks a zip file. Throws if the size or checksum of a file in it is wrong. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - endLength
  if (zip.readUInt32LE(end) !== endSignature) throw new Error('The zip file is cut off')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('The zip directory is broken')
    const nameLength = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    if (files.has(name)) throw new Error(`${name} is in the zip file twice`)
    files.set(name, content(zip, at, name))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

function content(zip: Buffer, entry: number, name: string): Buffer {
  const header = zip.readUInt32LE(entry + 42)
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  const isDeflated = zip.readUInt16LE(entry + 10) === 8
  const bytes = isDeflated ? inflateRawSync(packed) : packed
  const isWhole = bytes.length === zip.readUInt32LE(entry + 24)
  if (!isWhole || crc32(bytes) !== zip.readUInt32LE(entry + 16))
    throw new Error(`${name} is damaged in the zip file`)
  return bytes
}
