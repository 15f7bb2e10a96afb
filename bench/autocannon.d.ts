/** The part of autocannon that is used here; the package has no types. */
declare module 'autocannon' {
  interface Result {
    /** Seconds. */
    duration: number
    errors: number
    timeouts: number
    statusCodeStats: Record<string, { count: number }>
  }

  interface Client {
    pipelinedRequests: { addBody: (data: Buffer) => void }
  }

  export default function autocannon(options: {
    url: string
    headers?: Record<string, string>
    connections: number
    /** Seconds. */
    duration: number
    /** Milliseconds between samples; a run ends with one. */
    sampleInt: number
    setupClient: (client: Client) => void
  }): Promise<Result>
}
