import autocannon from 'autocannon'

const connections = 16

/** Returns the requests per second of an address; responses other than 200 and 304 count as failures. */
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
    // autocannon converts every body to text and discards it, which for 120 kB of brotli takes longer than the server needs.
    setupClient: ({ pipelinedRequests }) => (pipelinedRequests.addBody = () => {}),
  })
  const { 200: full = none, 304: unchanged = none, ...others } = statusCodeStats
  if (errors + timeouts > 0 || Object.keys(others).length > 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${JSON.stringify(others)}`)
  const requests = full.count + unchanged.count
  return { rate: requests / duration, requests }
}

const none = { count: 0 }
