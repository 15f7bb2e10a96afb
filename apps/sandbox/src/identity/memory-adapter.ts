import type { Adapter, AdapterPayload } from 'oidc-provider'

type Stored = { payload: AdapterPayload; expiresAt: number }

/** Stores sessions, codes and tokens of the provider in memory, so a restart signs out all users. */
export function createMemoryAdapter() {
  const stored = new Map<string, Stored>()

  function removeExpired() {
    for (const [key, { expiresAt }] of stored) if (expiresAt <= Date.now()) stored.delete(key)
  }

  return (model: string): Adapter => {
    const read = (id: string) => stored.get(`${model}:${id}`)?.payload
    return {
      async upsert(id, payload, expiresIn) {
        removeExpired()
        const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Infinity
        stored.set(`${model}:${id}`, { payload, expiresAt })
      },
      async find(id) {
        removeExpired()
        return read(id)
      },
      async findByUid(uid) {
        for (const [key, { payload }] of stored)
          if (key.startsWith(`${model}:`) && payload.uid === uid) return payload
        return undefined
      },
      // Device flows with user codes are not supported.
      async findByUserCode() {
        return undefined
      },
      async consume(id) {
        const payload = read(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        stored.delete(`${model}:${id}`)
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
    }
  }
}
