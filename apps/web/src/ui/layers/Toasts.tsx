import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../Button.tsx'
import css from './Toasts.module.css'
import { libraryComponent } from '../library-component.ts'
import { toastManager, type ToastData } from '../toasts.ts'

const Provider = libraryComponent(Toast.Provider)

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Provider toastManager={toastManager} timeout={6000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={css.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={css.toast}
      data-toast
      swipeDirection={['down', 'left']}
    >
      <Toast.Content className={css.content}>
        {toast.data?.tone === 'problem' ? (
          <CircleAlert size={18} className={css.problem} aria-hidden />
        ) : (
          <CircleCheck size={18} className={css.done} aria-hidden />
        )}
        <div className={css.words}>
          <Toast.Title className={css.title} />
          <Toast.Description className={css.text} />
        </div>
        {toast.actionProps && <Toast.Action className={buttonClass({ size: 'small' })} />}
        <Toast.Close className={css.close} aria-label="Dismiss">
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
