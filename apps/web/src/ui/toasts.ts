import { Toast } from '@base-ui/react/toast'

export interface ToastData {
  tone: 'done' | 'problem'
}

export const toastManager = Toast.createToastManager<ToastData>()

/** Short messages that disappear automatically; problems stay longer and are announced immediately. */
export const toast = {
  /** Replaces the message with the same id. */
  done(title: string, description?: string, id?: string) {
    toastManager.add({ title, description, id, data: { tone: 'done' } })
  },
  /** Stays long enough to use Undo. */
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
