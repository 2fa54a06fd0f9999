/** Works on all items, `limit` of them at a time, in their order. Rejects with the first error, and begins no other one then. */
export async function eachOf<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  let failed = false
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (failed) return
      await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
