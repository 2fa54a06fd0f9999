import { minorOf } from '../component-base/minor.ts'

/** The findings on the releases of a life's steps: none may be after the plan's last, each must be after the one before. */
export function orderFindings(
  life: Readonly<Record<string, string | undefined>>,
  last: string,
  at: (key: string, text: string) => string,
): string[] {
  const steps = Object.entries(life).filter((step): step is [string, string] => step[1] !== undefined)
  return steps.flatMap(([key, release], i) => {
    const before = steps[i - 1]
    if (minorOf(release) > minorOf(last))
      return [at(key, `${release} is after the plan's lastRelease ${last}`)]
    return before !== undefined && minorOf(before[1]) >= minorOf(release)
      ? [at(key, `${release} is not after ${before[1]}, its ${before[0]}`)]
      : []
  })
}
