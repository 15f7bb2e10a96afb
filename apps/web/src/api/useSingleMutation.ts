import { useMutation, type MutateOptions, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that has one run under way at most: what is asked for meanwhile is dropped. `isPending` alone does not see
 * to that, as it is a rendering late for a second click.
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
