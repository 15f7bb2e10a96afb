import { Toast } from '@base-ui/react/toast'

export interface ToastData {
  tone: 'done' | 'problem'
}

interface Way {
  label: string
  act: () => void
}

export const toastManager = Toast.createToastManager<ToastData>()

function offer(options: Parameters<typeof toastManager.add>[0], { label, act }: Way) {
  const id = toastManager.add({
    ...options,
    timeout: 12_000,
    actionProps: {
      children: label,
      onClick: () => {
        toastManager.close(id)
        act()
      },
    },
  })
}

/** Short messages that disappear automatically; problems stay longer and are announced immediately. */
export const toast = {
  /** With an id it takes the place of one with the same. */
  done(title: string, description?: string, id?: string) {
    toastManager.add({ title, description, id, data: { tone: 'done' } })
  },
  /** Stays long enough to use Undo. */
  undoable(title: string, description: string, undo: () => void) {
    offer({ title, description, data: { tone: 'done' } }, { label: 'Undo', act: undo })
  },
  /** A problem with an action. */
  asking(title: string, description: string, way: Way) {
    offer({ title, description, data: { tone: 'problem' }, priority: 'high' }, way)
  },
  problem(title: string, description?: string, id?: string) {
    toastManager.add({
      title,
      description,
      id,
      data: { tone: 'problem' },
      priority: 'high',
      timeout: 12_000,
    })
  },
}
