import autocannon from 'autocannon'

const connections = 16

/** Requests (per second) an address answers to this process; anything but 200 and 304 is a failure. */
export async function load(
  url: string,
  headers: Record<string, string>,
  seconds = 2,
): Promise<{ rate: number; requests: number }> {
  const { duration, errors, timeouts, statusCodeStats } = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    sampleInt: 100,
    // It would make text of every body and throw it away: 120 kB of brotli takes it longer than the server.
    setupClient: ({ pipelinedRequests }) => (pipelinedRequests.addBody = () => {}),
  })
  const { 200: full = none, 304: unchanged = none, ...others } = statusCodeStats
  if (errors + timeouts > 0 || Object.keys(others).length > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${JSON.stringify(others)}`)
  const requests = full.count + unchanged.count
  return { rate: requests / duration, requests }
}

const none = { count: 0 }
