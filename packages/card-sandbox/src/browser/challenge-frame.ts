import { listenToParent, part, sendParent } from './parent.ts'

/** The bank's question in the sandbox: the user chooses the result. */
type Question = { id: string; amount?: number; currency?: string }

listenToParent(async (op, body) => {
  if (op !== 'challenge') return undefined
  const { id, amount, currency } = body as Question
  if (amount !== undefined && currency) {
    const money = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    part('about').textContent = `A payment of ${money.format(amount / 100)} waits for you.`
  } else part('about').textContent = 'Your card is about to be saved for later payments.'
  part('complete').focus()
  const passed = await new Promise<boolean>((resolve) => {
    part('complete').addEventListener('click', () => resolve(true))
    part('fail').addEventListener('click', () => resolve(false))
  })
  await fetch('/_sandbox/three-d-secure', {
    method: 'POST',
    body: JSON.stringify({ intent: id, passed }),
  })
  return {}
})
sendParent('ready')
