// Upstream: staging/src/k8s.io/apiserver/pkg/server/{flagz,statusz} (plain text form)
import { toTime } from '../../../component-base/clock.ts'
import type { Release } from '../../../component-base/release.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { type EndpointAnswer, textAnswer } from '../discovery/endpoint-answer.ts'

const head = (page: string): string =>
  `\nkube-apiserver ${page}\nWarning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n\n`

/** @param flags name → value as the flag prints it */
export function flagzAnswer(flags: ReadonlyMap<string, string>): EndpointAnswer {
  const lines = [...flags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}\n`)
  return textAnswer(200, head('flagz') + lines.join(''))
}

/** The versions, times (milliseconds since the epoch) and paths that /statusz shows. */
export interface StatusOptions {
  readonly release: Release
  readonly emulation: number
  readonly startedAt: number
  readonly now: number
  readonly paths: readonly string[]
}

/** The page /statusz. */
export function statuszAnswer(options: StatusOptions): EndpointAnswer {
  const seconds = Math.floor((options.now - options.startedAt) / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rows = [
    ['Started', new Date(options.startedAt).toUTCString().replace('GMT', 'UTC 2006').slice(0, 28)],
    [
      'Up',
      `${hours} hr ${String(minutes).padStart(2, '0')} min ${String(seconds % 60).padStart(2, '0')} sec`,
    ],
    ['Go version', releaseFacts(options.release.facts, 'version')['goVersion'] ?? ''],
    ['Binary version', options.release.text.replace(/^v/, '')],
    ['Emulation version', `1.${options.emulation}`],
    ['Paths', options.paths.join(' ')],
  ]
  rows[0]![1] = toTime(options.startedAt)
  return textAnswer(200, head('statusz') + rows.map(([name, value]) => `${name}: ${value}\n`).join(''))
}
