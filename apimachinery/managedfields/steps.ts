/** Work in steps: at each `yield`, other work may have its turn. */
export type Steps<T> = Generator<undefined, T>

/** Runs all steps without a break, and gives the result. */
export function finished<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The result of work between whose steps others have their turn in `pause`. */
export async function paced<T>(steps: Steps<T>, pause: () => Promise<void>): Promise<T> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) await pause()
  return step.value
}
