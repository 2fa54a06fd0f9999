import type { Release } from '../../component-base/release.ts'
import { changesBetween } from '../../featuregates/release-changes.ts'
import { type Format, render } from '../gates/output.ts'
import { UsageError } from '../usage-error.ts'

interface BehaviourChange {
  /** `1.34`: the first release in which it is so. */
  release: string
  room: string
  what: string
}

/** The changes of all dialects after `from` and up to `to`: room by room, each oldest first. */
export async function behaviourChanges(from: Release, to: Release): Promise<BehaviourChange[]> {
  const { dialects } = await import('./dialects.ts')
  return dialects.flatMap((dialect) =>
    changesBetween(dialect, from.minor, to.minor).map(({ minor, what }) => ({
      release: `1.${minor}`,
      room: dialect.room,
      what,
    })),
  )
}

/** The changes of all dialects as lines `1.34  pods: …`, or in another format. Throws a UsageError where `to` is older. */
export async function showBehaviour(from: Release, to: Release, format: Format): Promise<string> {
  if (from.minor > to.minor)
    throw new UsageError(
      `--behaviour tells what is new: write the older release first, kepsim diff 1.${to.minor} 1.${from.minor} --behaviour`,
    )
  const changes = await behaviourChanges(from, to)
  if (format === 'table')
    return changes.map(({ release, room, what }) => `${release}  ${room}: ${what}\n`).join('')
  return render(
    {
      header: ['RELEASE', 'ROOM', 'WHAT'],
      rows: changes.map(({ release, room, what }) => [release, room, what]),
      data: changes,
    },
    format,
  )
}
