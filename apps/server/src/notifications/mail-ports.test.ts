import { expect, test, vi } from 'vitest'
import type { MailKindName } from '@portal/domain/notifications/mail-kinds'
import { mailPorts, type Printers } from './mail-ports.ts'

/** Returns how a mail with the PDFs of these invoices is attached; `print` returns the content of each. */
function attaching(print: (number: string) => string | Promise<string>) {
  const none = async () => undefined
  const printers: Printers = {
    hiddenInvoices: async () => [],
    readersOf: async () => [],
    receipt: none,
    purchase: none,
    invoice: async (_accountId, number) => ({
      filename: `${number}.pdf`,
      content: Buffer.from(await print(number)),
      contentType: 'application/pdf',
    }),
  }
  const { attach } = mailPorts(printers)
  return async (invoicesOf: string[], kind: MailKindName = 'newInvoices', tries = 1) => {
    const content = { heading: '', preview: '', facts: [], invoicesOf }
    const mail = { accountId: 'A1', id: '1', kind, isRequired: false, recipient: '', subject: '' }
    const { files, notes } = await attach({ ...mail, content, tries })
    return [...files.map((file) => file.content.toString().slice(0, 9)), ...notes]
  }
}

test('PDFs that are larger than 10 MB together are not attached, and the mail names them', async () => {
  const attach = attaching((number) => number.padEnd(4_000_000))
  expect((await attach(['N-1', 'N-2', 'N-3'])).map((one) => one.trim())).toEqual([
    'N-1',
    'N-2',
    'Not attached, because the email would be larger than 10 MB: \u2068N-3\u2069.',
  ])
})

test('a PDF that cannot be printed delays a mail by two tries, except one that a user sent', async () => {
  const attach = attaching((number) =>
    number === 'N-1' ? Promise.reject(new Error('no glyph')) : number,
  )
  for (const kind of ['newInvoices', 'mailboxInvoices'] as const) {
    for (const tries of [1, 2])
      await expect(attach(['N-1', 'N-2'], kind, tries)).rejects.toThrow('no glyph')
    expect(await attach(['N-1', 'N-2'], kind, 3)).toEqual([
      'N-2',
      'Not attached, because it could not be created: \u2068N-1\u2069.',
    ])
  }
  await expect(attach(['N-1'], 'invoices', 19)).rejects.toThrow('no glyph')
})

test('a mail to several recipients is printed once, and a later mail as the invoice is then', async () => {
  let printed = 0
  const attach = attaching(() => String((printed += 1)))
  expect([await attach(['N-1']), await attach(['N-1'])]).toEqual([['1'], ['1']])
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000)
  expect(await attach(['N-1'])).toEqual(['2'])
  later.mockRestore()
})
