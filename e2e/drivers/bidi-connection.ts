type Listener = (params: Record<string, unknown>) => void

export interface Connection {
  /** Sends a command and returns its result. */
  send<Result = unknown>(method: string, params: object): Promise<Result>
  on(event: string, listener: Listener): void
  close(): void
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: string
  message?: string
}

/** A connection by WebDriver BiDi: commands with their results, and events. */
export async function openConnection(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (message: Message) => void>()
  const listeners = new Map<string, Listener>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method) listeners.get(message.method)?.(message.params ?? {})
  })
  socket.addEventListener('close', () => {
    for (const end of waiting.values()) end({ error: 'The connection was closed.' })
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${address} could not be reached.`)))
  })
  return {
    send: (method, params) => {
      const id = (last += 1)
      return new Promise((resolve, reject) => {
        waiting.set(id, ({ result, error, message = '' }) => {
          waiting.delete(id)
          if (error) reject(new Error(`${method}: ${error} ${message}`))
          else resolve(result as never)
        })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    on: (event, listener) => void listeners.set(event, listener),
    close: () => socket.close(),
  }
}
