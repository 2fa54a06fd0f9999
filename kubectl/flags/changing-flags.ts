// The flags that some releases of kubectl do not have, or deprecate; command-flags.ts has those of the newest.
import { commandDialect } from '../commands/dialect.ts'
import { kubectlDialect } from '../dialect.ts'
import { featureEnabled } from '../environment-feature.ts'

/** What a release does otherwise in the flags of a command. */
interface FlagChanges {
  /** Names of flags that it does not have. */
  absent?: readonly string[]
  /** Names of flags without their letter. */
  wordsOnly?: readonly string[]
  /** What follows `Flag --x has been deprecated, `, by flag. */
  deprecated?: Readonly<Record<string, string>>
}

/** The variables that may turn features on. */
export type Environment = ReadonlyMap<string, string>
const none: Environment = new Map()

type Dialect = ReturnType<typeof commandDialect>

/** Whether a feature is on in the environment. */
type Has = (feature: 'customProfiles' | 'interactiveDelete', variable: string) => boolean

const changes: Readonly<Record<string, (dialect: Dialect, has: Has) => FlagChanges>> = {
  autoscale: ({ autoscalesByQuantities }) =>
    autoscalesByQuantities
      ? {
          deprecated: {
            'cpu-percent':
              "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
          },
        }
      : { absent: ['cpu', 'memory'] },
  apply: ({ appliesSubresources, pruneWhitelist }) => ({
    absent: [
      ...(appliesSubresources ? [] : ['subresource']),
      ...(pruneWhitelist === 'absent' ? ['prune-whitelist'] : []),
      ...(pruneWhitelist === 'plain' ? ['prune-allowlist'] : []),
    ],
    ...(pruneWhitelist === 'deprecated'
      ? { deprecated: { 'prune-whitelist': 'Use --prune-allowlist instead.' } }
      : {}),
  }),
  attach: ({ attachDetachKeys }) => (attachDetachKeys ? {} : { absent: ['detach-keys'] }),
  'config set-credentials': ({ execOfCredentials }) =>
    execOfCredentials ? {} : { absent: ['exec-interactive-mode', 'exec-provide-cluster-info'] },
  debug: ({ debugKeeps }, has) => ({
    absent: [
      ...(has('customProfiles', 'KUBECTL_DEBUG_CUSTOM_PROFILE') ? [] : ['custom']),
      ...(debugKeeps
        ? []
        : ['annotations', 'init-containers', 'labels', 'liveness', 'readiness', 'startup'].map(
            (name) => `keep-${name}`,
          )),
    ],
  }),
  delete: (_dialect, has) =>
    has('interactiveDelete', 'KUBECTL_INTERACTIVE_DELETE') ? {} : { absent: ['interactive'] },
  diff: ({ diffsAtOnce }) => (diffsAtOnce ? {} : { absent: ['concurrency'] }),
  drain: ({ localDataFlag }) =>
    localDataFlag
      ? {
          deprecated: {
            'delete-local-data': 'This option is deprecated and will be deleted. Use --delete-emptydir-data.',
          },
        }
      : { absent: ['delete-local-data'] },
  explain: ({ explainsInForms, explainsByLetter }) => ({
    absent: explainsInForms ? [] : ['output'],
    wordsOnly: explainsByLetter ? [] : ['output'],
  }),
  kustomize: ({ helmVersions, helmDebug }) => ({
    absent: [
      ...(helmVersions ? [] : ['helm-api-versions', 'helm-kube-version']),
      ...(helmDebug ? [] : ['helm-debug']),
    ],
  }),
  logs: ({ logsAllPods }) => (logsAllPods ? {} : { absent: ['all-pods'] }),
  run: ({ deprecatesDeletionOfRun }) =>
    deprecatesDeletionOfRun
      ? {
          deprecated: {
            cascade: 'because it is not relevant for this command. It will be removed in version 1.29.',
            ...Object.fromEntries(
              ['filename', 'force', 'grace-period', 'kustomize', 'recursive', 'timeout', 'wait'].map(
                (name) => [
                  name,
                  'because it is not used by this command. It will be removed in version 1.29.',
                ],
              ),
            ),
          },
        }
      : {},
  'api-resources': ({ hasCategories }) => (hasCategories ? {} : { absent: ['categories'] }),
  version: ({ wholeVersions }) => (wholeVersions ? {} : { absent: ['short'] }),
}

/** The changes of the command `path` in a release, with those of all commands. @param minor default: the newest */
export function changesOf(
  path: string,
  minor = Number.POSITIVE_INFINITY,
  env: Environment = none,
): FlagChanges {
  const dialect = commandDialect(minor)
  const has: Has = (feature, variable) => featureEnabled(kubectlDialect(minor)[feature], variable, env)
  const { absent = [], ...more } = Object.hasOwn(changes, path) ? changes[path]!(dialect, has) : {}
  return { ...more, absent: dialect.mayDisableCompression ? absent : [...absent, 'disable-compression'] }
}
