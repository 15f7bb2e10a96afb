import { parentOriginParam, type FromFrame, type Op, type ToFrame } from './messages.ts'

const parentOrigin = new URLSearchParams(location.hash.slice(1)).get(parentOriginParam)

/** In a frame: answers the script of the page that shows it, and nobody else. */
export function listenToParent(answer: (op: Op, body: unknown) => unknown) {
  addEventListener('message', ({ origin, source, data }: MessageEvent<ToFrame>) => {
    if (source !== parent || origin !== parentOrigin) return
    void Promise.resolve(answer(data.op, data.body)).then((body) =>
      send({ answer: data.call, body }),
    )
  })
}

export function tellParent(event: string, body: unknown = {}) {
  send({ event, body })
}

function send(message: FromFrame) {
  if (parentOrigin) parent.postMessage(message, parentOrigin)
}

/** A field, or another part, of the frame's own page. */
export function part(id: string): HTMLInputElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the frame has no ${id}`)
  return found as HTMLInputElement
}

/** How high the frame has to be, now and whenever that changes. */
export function tellHeight() {
  const tell = () => tellParent('height', Math.ceil(document.body.getBoundingClientRect().height))
  new ResizeObserver(tell).observe(document.body)
}
