// What real kube-apiservers answered, by release.
import type { Played } from './play.ts'

/** By names of cases, then releases (`1.36`): answers to tokens, and how starts fail. */
export interface Recorded {
  servers: Record<string, Record<string, Played>>
  errors: Record<string, Record<string, string>>
}

/** A line for each answer of a token and for each failing start. */
export function writtenRecorded({ servers, errors }: Recorded): string {
  const lines = (entries: readonly string[], indent: string): string =>
    entries.map((entry) => `${indent}${entry}`).join(',\n')
  const played = (own: Played): string =>
    `{\n${lines(
      Object.entries(own).map(([name, answer]) => `${JSON.stringify(name)}: ${JSON.stringify(answer)}`),
      '   ',
    )}\n  }`
  const ofServers = Object.entries(servers).map(
    ([name, byRelease]) =>
      `${JSON.stringify(name)}: {\n${lines(
        Object.entries(byRelease).map(([release, own]) => `${JSON.stringify(release)}: ${played(own)}`),
        '  ',
      )}\n }`,
  )
  const ofErrors = Object.entries(errors).map(
    ([name, byRelease]) => `${JSON.stringify(name)}: ${JSON.stringify(byRelease)}`,
  )
  return `{"servers": {\n${lines(ofServers, ' ')}\n},\n"errors": {\n${lines(ofErrors, ' ')}\n}}\n`
}
