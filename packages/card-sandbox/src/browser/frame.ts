import { parentOriginParam, type FromFrame, type Op, type ToFrame } from './messages.ts'

/** The origin of the script, of its frames and of its calls. */
export const providerOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin

let frames = 0
let calls = 0

/** A frame of the provider in the page, and the messages to and from it. */
export class Frame {
  readonly node = document.createElement('iframe')
  private readonly waiting = new Map<number, (body: unknown) => void>()
  private readonly loaded: Promise<void>

  constructor(
    name: string,
    title: string,
    private readonly onEvent: (name: string, body: unknown) => void,
  ) {
    frames += 1
    this.node.title = title
    this.node.name = `__privateStripeFrame${1000 + frames}`
    this.node.src = `${providerOrigin}/endive/frames/${name}#${parentOriginParam}=${encodeURIComponent(location.origin)}`
    // A frame with the page's color scheme would get its own background where the two differ.
    setStyle(this.node, { border: '0', display: 'block', width: '100%', 'color-scheme': 'light' })
    this.loaded = new Promise((resolve) => this.waiting.set(0, () => resolve()))
    addEventListener('message', this.receive)
  }

  async call<Answer>(op: Op, body: unknown = {}): Promise<Answer> {
    await this.loaded
    calls += 1
    const call = calls
    const answer = new Promise((resolve) => this.waiting.set(call, resolve))
    const message: ToFrame = { call, op, body }
    this.node.contentWindow?.postMessage(message, providerOrigin)
    return (await answer) as Answer
  }

  remove() {
    removeEventListener('message', this.receive)
    this.node.remove()
  }

  private readonly receive = ({ origin, source, data }: MessageEvent<FromFrame>) => {
    if (origin !== providerOrigin || source !== this.node.contentWindow) return
    if ('answer' in data) {
      this.waiting.get(data.answer)?.(data.body)
      this.waiting.delete(data.answer)
      return
    }
    if (data.event === 'ready') this.waiting.get(0)?.(undefined)
    this.onEvent(data.event, data.body)
  }
}

/** Sets styles through the object model, because many security policies forbid style attributes. */
export function setStyle(node: HTMLElement, styles: Record<string, string>) {
  for (const [name, value] of Object.entries(styles)) node.style.setProperty(name, value)
}
