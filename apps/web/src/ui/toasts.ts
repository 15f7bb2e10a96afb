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
