/** Init containers that run beside the others: those with a restartPolicy of their own, Always (KEP-753). */
export const sidecarsOf = <T extends { readonly restartPolicy?: string | undefined }>({
  initContainers = [],
}: {
  readonly initContainers?: readonly T[] | undefined
}): T[] => initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always')
