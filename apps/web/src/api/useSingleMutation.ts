import { useMutation, type MutateOptions, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that runs at most once at a time; calls during a run are dropped. `isPending` alone does not prevent
 * them, because it is updated one render too late for a second click.
 */
export function useSingleMutation<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
) {
  const underWay = useRef(false)
  const mutation = useMutation<Data, Error, Variables>({
    ...options,
    onSettled: (...answer) => {
      underWay.current = false
      return options.onSettled?.(...answer)
    },
  })
  return {
    ...mutation,
    mutate: (variables: Variables, then: MutateOptions<Data, Error, Variables> = {}) => {
      if (underWay.current) return
      underWay.current = true
      mutation.mutate(variables, then)
    },
  }
}
