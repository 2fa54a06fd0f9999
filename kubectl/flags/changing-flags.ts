// The flags that some releases of kubectl do not have, or deprecate; command-flags.ts has those of the newest.
import { commandDialect } from '../commands/dialect.ts'

/** What a release does otherwise in the flags of a command. */
interface FlagChanges {
  /** Names of flags that it does not have. */
  absent?: readonly string[]
  /** What follows `Flag --x has been deprecated, `, by flag. */
  deprecated?: Readonly<Record<string, string>>
}

type Dialect = ReturnType<typeof commandDialect>

const changes: Readonly<Record<string, (dialect: Dialect) => FlagChanges>> = {
  autoscale: ({ autoscalesByQuantities }) =>
    autoscalesByQuantities
      ? {
          deprecated: {
            'cpu-percent':
              "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
          },
        }
      : { absent: ['cpu', 'memory'] },
  debug: ({ debugKeeps }) => ({
    absent: debugKeeps
      ? []
      : ['annotations', 'init-containers', 'labels', 'liveness', 'readiness', 'startup'].map(
          (name) => `keep-${name}`,
        ),
  }),
  drain: ({ localDataFlag }) =>
    localDataFlag
      ? {
          deprecated: {
            'delete-local-data': 'This option is deprecated and will be deleted. Use --delete-emptydir-data.',
          },
        }
      : { absent: ['delete-local-data'] },
  explain: ({ explainsInForms }) => (explainsInForms ? {} : { absent: ['output'] }),
  'api-resources': ({ hasCategories }) => (hasCategories ? {} : { absent: ['categories'] }),
  version: ({ wholeVersions }) => (wholeVersions ? {} : { absent: ['short'] }),
}

/** The changes of the command `path` in a release, with those of all commands. @param minor default: the newest */
export function changesOf(path: string, minor = Number.POSITIVE_INFINITY): FlagChanges {
  const dialect = commandDialect(minor)
  const { absent = [], ...more } = Object.hasOwn(changes, path) ? changes[path]!(dialect) : {}
  return { ...more, absent: dialect.mayDisableCompression ? absent : [...absent, 'disable-compression'] }
}
