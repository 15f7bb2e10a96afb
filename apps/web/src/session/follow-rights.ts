/** How long a digest is ignored after who-am-I has not confirmed it. */
const overruledMs = 5000

interface Known {
  /** The digest of the permissions that the page shows; undefined while no user is signed in. */
  shown: () => string | undefined
  /** Requests who-am-I again. Throws if that fails; the next response causes another request. */
  ask: () => Promise<void>
}

/**
 * Compares the digest of every response with the one shown and requests who-am-I if it differs. Who-am-I decides: a
 * slow older response, or two servers of different releases, cause only one request.
 */
export function rightsFollower({ shown, ask }: Known): (rights: string) => Promise<void> {
  let seen = ''
  let overruled = { rights: '', until: 0 }
  let isAsking = false

  function isNews() {
    const isSettled = seen === overruled.rights && Date.now() < overruled.until
    return shown() !== undefined && shown() !== seen && !isSettled
  }

  return async (rights) => {
    seen = rights
    if (isAsking) return
    isAsking = true
    try {
      while (isNews()) {
        const asked = seen
        await ask()
        if (shown() !== asked) overruled = { rights: asked, until: Date.now() + overruledMs }
      }
    } catch (error) {
      console.warn('The changed permissions could not be loaded.', error)
    } finally {
      isAsking = false
    }
  }
}
