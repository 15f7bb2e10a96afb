import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the key that signs ID tokens, created on the first start. The key is stored because the portal sends an old ID
 * token to sign a user out, possibly after a restart of the sandbox.
 */
export function signingKey(dataDir: string | undefined): JsonWebKey {
  const file = dataDir && join(dataDir, 'identity-key.json')
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }
  if (file) {
    mkdirSync(dataDir, { recursive: true })
    // Renamed into place, so that another sandbox that is starting never reads a partial file.
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, JSON.stringify(key), { mode: 0o600 })
    renameSync(unfinished, file)
  }
  return key
}
