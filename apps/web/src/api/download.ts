/** The file name of a `Content-Disposition`. The encoded form takes precedence; folders are removed. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=(?:utf-8|iso-8859-1)''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const name = (encoded && decoded(encoded)) ?? plain ?? fallback
  return name.trim().replaceAll(/[/\\]/g, '-') || fallback
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Later, because some browsers read the file only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
