// Upstream: kubectl/pkg/cmd/version/version.go

import { emitYaml } from '../../apimachinery/yaml-emitter.ts'
import { minorOf } from '../../component-base/minor.ts'
import { hasReleaseFacts, releaseFacts } from '../../component-base/release-facts.ts'
import { versionFields } from '../../component-base/version-fields.ts'
import { KubectlError } from '../errors.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'

interface VersionInfo {
  gitVersion: string
  [field: string]: unknown
}

function clientVersion(session: Session): VersionInfo {
  const { emulationMajor: _major, emulationMinor: _minor, ...facts } = releaseVersion(session.minor)
  const { minCompatibilityMajor: _a, minCompatibilityMinor: _b, ...info } = facts
  return { ...info, gitVersion: `v${session.release}` } as VersionInfo
}

/** What the components of the release say of themselves; of a release that is not recorded, the least. */
function releaseVersion(minor: number): Record<string, unknown> {
  return hasReleaseFacts(`1.${minor}`, 'version')
    ? { ...releaseFacts(`1.${minor}`, 'version') }
    : { major: '1', minor: String(minor) }
}

/** `kubectl version`: client, kustomize and, without --client, server. Exit code 1 where the server does not answer. */
export async function version(session: Session): Promise<number> {
  const { flags, host } = session
  const output = flags.string('output')
  if (output !== '' && output !== 'yaml' && output !== 'json')
    throw new KubectlError(`--output must be 'yaml' or 'json'`)
  const client = clientVersion(session)
  const { kustomizeVersion, wholeVersions } = commandDialect(session.minor)
  const { server, failed } = flags.bool('client') ? {} : await serverVersion(session)
  const answer = {
    clientVersion: client,
    kustomizeVersion,
    ...(server === undefined ? {} : { serverVersion: server }),
  }
  if (output === 'json') host.stdout(`${JSON.stringify(answer, null, 2)}\n`)
  else if (output === 'yaml') host.stdout(`${emitYaml(answer)}\n`)
  else {
    const whole = wholeVersions && !flags.bool('short')
    if (whole) host.stderr(deprecatedOutput)
    const shown = (info: VersionInfo): string => (whole ? goVersion(info) : info.gitVersion)
    host.stdout(`Client Version: ${shown(client)}\nKustomize Version: ${kustomizeVersion}\n`)
    if (server !== undefined) host.stdout(`Server Version: ${shown(server)}\n`)
  }
  if (server !== undefined) warnSkew(session, client, server)
  if (failed !== undefined) throw failed
  return 0
}

const deprecatedOutput =
  'WARNING: This version information is deprecated and will be replaced with the output from kubectl version --short.  Use --output=yaml|json to get the full version.\n'

/** As Go prints a version.Info by %#v. */
function goVersion(info: VersionInfo): string {
  const fields = versionFields.map(
    (name) => `${name[0]!.toUpperCase()}${name.slice(1)}:${JSON.stringify(info[name] ?? '')}`,
  )
  return `version.Info{${fields.join(', ')}}`
}

async function serverVersion(session: Session): Promise<{ server?: VersionInfo; failed?: unknown }> {
  try {
    return { server: await (await session.transport()).json<VersionInfo>('/version') }
  } catch (failed) {
    return { failed }
  }
}

/** Upstream: kubectl/pkg/cmd/version/skew_warning.go */
function warnSkew(session: Session, client: VersionInfo, server: VersionInfo): void {
  const [own, other] = [minorOf(client.gitVersion), minorOf(server.gitVersion)]
  if (Math.abs(own - other) <= 1) return
  session.host.stderr(
    `${commandDialect(session.minor).skewWarning}: version difference between client (1.${own}) and server (1.${other}) exceeds the supported minor version skew of +/-1\n`,
  )
}
