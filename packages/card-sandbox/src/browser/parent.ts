import { parentOriginParam, type FromFrame, type Op, type ToFrame } from './messages.ts'

const parentOrigin = new URLSearchParams(location.hash.slice(1)).get(parentOriginParam)

/** Makes a frame answer only the script of the page that shows it. */
export function listenToParent(answer: (op: Op, body: unknown) => unknown) {
  addEventListener('message', ({ origin, source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || origin !== parentOrigin) return
    void Promise.resolve(answer(data.op, data.body)).then((body) =>
      send({ answer: data.call, body }),
    )
  })
}

export function sendParent(event: string, body: unknown = {}) {
  send({ event, body })
}

function send(message: FromFrame) {
  if (parentOrigin) parent.postMessage(message, parentOrigin)
}

/** Returns a field, or another element, of the frame's page. */
export function part(id: string): HTMLInputElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the frame has no ${id}`)
  return found as HTMLInputElement
}

/** Reports the required height of the frame, now and after each change. */
export function sendHeight() {
  const tell = () => sendParent('height', Math.ceil(document.body.getBoundingClientRect().height))
  new ResizeObserver(tell).observe(document.body)
}
