// Upstream: staging/src/k8s.io/component-base/version/verflag
import type { Release } from './release.ts'
import { releaseFacts } from './release-facts.ts'

/** The line that `--version=VALUE` prints: for `true` the version, for `raw` Go's print of version.Info, else VALUE. */
export function versionFlagText(value: string, release: Release): string {
  if (value === 'raw') return `${rawVersion(release)}\n`
  return `Kubernetes ${value.startsWith('v') ? value : release.text}\n`
}

function rawVersion(release: Release): string {
  const facts = releaseFacts(release.facts, 'version')
  const [major = '1', minor = ''] = [facts['major'], String(release.minor)]
  // Only a server that emulates fills the four fields in.
  const compatibility = Object.hasOwn(facts, 'emulationMajor')
    ? ['EmulationMajor', 'EmulationMinor', 'MinCompatibilityMajor', 'MinCompatibilityMinor'].map((name) => [
        name,
        '',
      ])
    : []
  const build = ['gitCommit', 'gitTreeState', 'buildDate', 'goVersion', 'compiler', 'platform'].map(
    (name) => [name[0]!.toUpperCase() + name.slice(1), facts[name] ?? ''],
  )
  const fields = [
    ['Major', major],
    ['Minor', minor],
    ...compatibility,
    ['GitVersion', release.text],
    ...build,
  ]
  return `version.Info{${fields.map(([name, text]) => `${name}:${JSON.stringify(text)}`).join(', ')}}`
}
