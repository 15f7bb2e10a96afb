/** The part of autocannon that is used; the package has no types. */
declare module 'autocannon' {
  interface Result {
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
    duration: number
    /** Milliseconds between samples; a run ends with a sample. */
    sampleInt: number
    setupClient: (client: Client) => void
  }): Promise<Result>
}
