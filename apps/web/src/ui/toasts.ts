import { Toast } from '@base-ui/react/toast'

export interface ToastData {
  tone: 'done' | 'problem'
}

export const toastManager = Toast.createToastManager<ToastData>()

/** Short notices that go by themselves; problems stay longer and are read out at once. */
export const toast = {
  done(title: string, description?: string) {
    toastManager.add({ title, description, data: { tone: 'done' } })
  },
  /** Stays long enough to be thought about. */
  undoable(title: string, description: string, undo: () => void) {
    const id = toastManager.add({
      title,
      description,
      data: { tone: 'done' },
      timeout: 12_000,
      actionProps: {
        children: 'Undo',
        onClick: () => {
          toastManager.close(id)
          undo()
        },
      },
    })
  },
  problem(title: string, description?: string) {
    toastManager.add({
      title,
      description,
      data: { tone: 'problem' },
      priority: 'high',
      timeout: 12_000,
    })
  },
}
