import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The key that signs ID tokens, made on the first start. It is kept because the portal shows an old ID
 * token when it signs somebody out, also after the sandbox was restarted in between.
 */
export function signingKey(dataDir: string | undefined): JsonWebKey {
  const file = dataDir && join(dataDir, 'identity-key.json')
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
  if (file) {
    mkdirSync(dataDir, { recursive: true })
    // Renamed into place, so that a sandbox starting beside this one never reads half of it.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify(key), { mode: 0o600 })
    renameSync(unfinished, file)
  }
  return key
}
