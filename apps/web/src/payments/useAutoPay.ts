import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { enrollInAutoPay, lookUpRefusal, optOutOfAutoPay, refreshAutoPay } from './autopay.api.ts'
import { autoPayStatusQuery } from './cards.api.ts'

/** The dialogs of enrolling and of opting out, in order. */
export type AutoPayStep = 'terms' | 'enrolled' | 'optOut' | 'optedOut'

/** Enrolls in AutoPay after checking each condition, and opts out. */
export function useAutoPay(accountId: string) {
  const client = useQueryClient()
  const [step, setStep] = useState<AutoPayStep>()
  const [problem, setProblem] = useState<string>()

  const gates = useSingleMutation({
    mutationFn: () => lookUpRefusal(accountId),
    onMutate: () => setProblem(undefined),
    onSuccess: (refusal) => (refusal ? setProblem(refusal) : setStep('terms')),
    onError: (error) => setProblem(failureText(error, 'An error occurred')),
  })
  const took = (isEnrolled: boolean, next: AutoPayStep) => {
    client.setQueryData(autoPayStatusQuery(accountId).queryKey, isEnrolled)
    setStep(next)
    return refreshAutoPay(client, accountId)
  }
  const enrolment = useSingleMutation({
    mutationFn: () => enrollInAutoPay(accountId),
    onSuccess: () => void took(true, 'enrolled'),
  })
  const optingOut = useSingleMutation({
    mutationFn: () => optOutOfAutoPay(accountId),
    onSuccess: () => void took(false, 'optedOut'),
  })

  return {
    step,
    problem,
    dismiss: () => setProblem(undefined),
    checking: gates.isPending,
    ask: () => gates.mutate(),
    askToOptOut: () => {
      setProblem(undefined)
      setStep('optOut')
    },
    close: () => {
      enrolment.reset()
      optingOut.reset()
      setStep(undefined)
    },
    enrolling: enrolment.isPending,
    enrollError: enrolment.error ? enrollText(enrolment.error) : undefined,
    enroll: () => enrolment.mutate(),
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
