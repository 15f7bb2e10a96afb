import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallFailed, failureText } from '../../api/call-failed.ts'
import { useSingleMutation } from '../../api/useSingleMutation.ts'
import { useTyped } from '../../session/useTyped.ts'
import { toast } from '../../ui/toasts.ts'
import {
  autoPayPlanQuery,
  enrollInAutoPay,
  lookUpRefusal,
  optOutOfAutoPay,
  refreshAutoPay,
  saveAutoPaySettings,
} from '../autopay.api.ts'
import type { AutoPayWish } from './AutoPayDialog.tsx'
import { autoPayStatusQuery } from '../cards/cards.api.ts'

type AutoPayForm = 'terms' | 'settings'
/** The dialogs of enrolling and of opting out, in order, and that of the limits. */
export type AutoPayStep = AutoPayForm | 'enrolled' | 'optOut' | 'optedOut'

/** Enrolls in AutoPay after checking each condition, changes its limits, and opts out. */
export function useAutoPay(accountId: string) {
  const client = useQueryClient()
  const { value: form, set: setForm } = useTyped<AutoPayForm | undefined>(
    'dialog of AutoPay',
    undefined,
  )
  const [answer, setAnswer] = useState<AutoPayStep>()
  // Terms that reopen after a sign-in pass the same checks.
  const [isBack, setBack] = useState(form === 'terms')
  const setStep = (next: AutoPayStep | undefined) => {
    const isForm = next === 'terms' || next === 'settings'
    setForm(isForm ? next : undefined)
    setAnswer(isForm ? undefined : next)
  }
  const [problem, setProblem] = useState<string>()

  const gates = useSingleMutation({
    mutationFn: () => lookUpRefusal(accountId),
    onMutate: () => setProblem(undefined),
    onSuccess: (refusal) => {
      setProblem(refusal)
      setStep(refusal ? undefined : 'terms')
    },
    onError: (error) => setProblem(failureText(error, 'An error occurred')),
    onSettled: () => setBack(false),
  })
  const ask = gates.mutate
  useEffect(() => {
    if (isBack) ask()
  }, [isBack, ask])
  const refresh = () => refreshAutoPay(client, accountId)
  const took = (isEnrolled: boolean, next: AutoPayStep) => {
    client.setQueryData(autoPayStatusQuery(accountId).queryKey, isEnrolled)
    setStep(next)
    return refresh()
  }
  const enrolment = useSingleMutation({
    mutationFn: (wish: AutoPayWish) => enrollInAutoPay(accountId, wish),
    onSuccess: () => void took(true, 'enrolled'),
    onError: refresh,
  })
  const saving = useSingleMutation({
    mutationFn: ({ settings, shown }: AutoPayWish) =>
      saveAutoPaySettings(accountId, settings, shown),
    onSuccess: (plan) => {
      client.setQueryData(autoPayPlanQuery(accountId).queryKey, plan)
      setStep(undefined)
      toast.done('AutoPay settings saved', 'The plan has been updated.')
      return refresh()
    },
    onError: refresh,
  })
  const optingOut = useSingleMutation({
    mutationFn: () => optOutOfAutoPay(accountId),
    onSuccess: () => void took(false, 'optedOut'),
  })

  return {
    step: isBack ? undefined : (form ?? answer),
    problem,
    dismiss: () => setProblem(undefined),
    checking: gates.isPending,
    ask: () => ask(),
    askToOptOut: () => {
      setProblem(undefined)
      setStep('optOut')
    },
    close: () => {
      enrolment.reset()
      saving.reset()
      optingOut.reset()
      setStep(undefined)
    },
    enrolling: enrolment.isPending,
    enrollError: enrolment.error ? enrollText(enrolment.error) : undefined,
    enroll: enrolment.mutate,
    askToSave: () => setStep('settings'),
    saving: saving.isPending,
    saveError: saving.error
      ? failureText(saving.error, 'The settings could not be saved.')
      : undefined,
    save: saving.mutate,
    optingOut: optingOut.isPending,
    optOutError: optingOut.error ? 'Failed to opt-out of AutoPay.' : undefined,
    optOut: () => optingOut.mutate(),
  }
}

/** If a condition has changed since it was checked, the server's message is shown. */
function enrollText(error: unknown): string {
  const isGate = error instanceof CallFailed && error.status === 409
  return isGate
    ? failureText(error, 'Failed to enroll in AutoPay.')
    : 'Failed to enroll in AutoPay.'
}
