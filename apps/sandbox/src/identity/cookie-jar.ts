// A browser for tests of signing in: it keeps cookies and follows redirects.

export type Browser = ReturnType<typeof browser>

export function browser() {
  const cookies = new Map<string, string>()

  async function visit(url: URL, form?: Record<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) keep(line)
    return answer
  }

  function keep(setCookie: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookieNames: () => [...cookies.keys()],
    /** Follows redirects until a page, or until they lead to another server. */
    async follow(start: URL, form?: Record<string, string>) {
      let url = start
      let answer = await visit(url, form)
      for (let hops = 0; hops < 10; hops += 1) {
        const location = answer.headers.get('location')
        if (!location) break
        const next = new URL(location, url)
        const leaves = next.origin !== start.origin
        url = next
        if (leaves) break
        answer = await visit(url)
      }
      return { url, status: answer.status, headers: answer.headers, body: await answer.text() }
    },
  }
}
