// Upstream: staging/src/k8s.io/component-base/version/verflag
import type { Logger } from './klog.ts'
import type { Release } from './release.ts'
import { releaseFacts } from './release-facts.ts'

/** The line that `--version=VALUE` prints: for `true` the version, for `raw` Go's print of version.Info; undefined: the component goes on. */
export function versionFlagText(value: string, release: Release): string | undefined {
  if (value === 'raw') return `${rawVersion(release)}\n`
  return value === 'true' ? `Kubernetes ${release.text}\n` : undefined
}

/** Names in the log a version that a component is asked to report: it reports its own. */
export function logReported(value: string, release: Release, logger: Logger): void {
  if (value.startsWith('v') && value !== release.text)
    logger.log('I', `--version=${value} is accepted and not simulated: ${release.text} is reported`)
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
