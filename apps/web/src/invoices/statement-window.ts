import { saveFile } from '../api/download.ts'

/**
 * A window for a statement that is still on its way, opened on the click that asked for it.
 * Where windows are blocked the statement becomes a download instead.
 */
export function openStatementWindow(fileName: string) {
  const view = window.open('', '_blank')
  if (view) {
    view.document.title = 'Statement'
    view.document.body.textContent = 'loading....'
  }
  return {
    show(statement: Blob) {
      if (view && !view.closed) view.location.replace(URL.createObjectURL(statement))
      else saveFile(statement, fileName)
    },
    close: () => view?.close(),
  }
}
