/** What `work` gives, at once or later; where it throws or rejects, the error that `explain` gives or throws instead. */
export function explained<T>(
  work: () => T | Promise<T>,
  explain: (error: unknown) => unknown,
): T | Promise<T> {
  const fail = (error: unknown): never => {
    throw explain(error)
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(fail) : result
  } catch (error) {
    return fail(error)
  }
}
