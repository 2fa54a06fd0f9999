// Upstream: staging/src/k8s.io/apiserver/pkg/server/options/audit.go (AuditOptions.Validate)

import { goQuote } from '../../apimachinery/field-error.ts'
import { groupVersionError } from '../../apimachinery/scheme/api-version.ts'
import type { FlagValues } from '../../component-base/flags/flag-values.ts'

const modes = ['batch', 'blocking', 'blocking-strict']
const version = 'audit.k8s.io/v1'

/** The errors of the flags --audit-…, of the backends that are used. */
export const validateAudit = (flags: FlagValues): string[] => [
  ...(flags.string('audit-log-path') === '' ? [] : [...validateBackend(flags, 'log'), ...validateLog(flags)]),
  ...(flags.string('audit-webhook-config-file') === '' ? [] : validateBackend(flags, 'webhook')),
]

const usual: Readonly<Record<string, number>> = {
  'batch-buffer-size': 10000,
  'truncate-max-batch-size': 10485760,
  'truncate-max-event-size': 102400,
}

function validateBackend(flags: FlagValues, plugin: 'log' | 'webhook'): string[] {
  const number = (name: string): number => flags.number(`audit-${plugin}-${name}`, usual[name] ?? 1)
  return [
    ...validateBatch(flags, plugin, number),
    ...validateTruncation(plugin, number),
    ...validateVersion(flags.string(`audit-${plugin}-version`, version)),
  ]
}

/** The first error of the mode and, where it is batch, of its flags. */
function validateBatch(flags: FlagValues, plugin: string, number: (name: string) => number): string[] {
  const mode = flags.string(`audit-${plugin}-mode`, 'blocking')
  if (!modes.includes(mode))
    return [`invalid audit ${plugin} mode ${mode}, allowed modes are ${goQuote(modes.join(','))}`]
  if (mode !== 'batch') return []
  const throttled = flags.bool(`audit-${plugin}-batch-throttle-enable`)
  const positive = [
    ['buffer size', 'batch-buffer-size'],
    ['max batch size', 'batch-max-size'],
    ...(throttled
      ? [
          ['throttle QPS', 'batch-throttle-qps'],
          ['throttle burst', 'batch-throttle-burst'],
        ]
      : []),
  ] as const
  const wrong = positive.find(([, name]) => number(name!) <= 0)
  return wrong === undefined
    ? []
    : [`invalid audit batch ${plugin} ${wrong[0]} ${number(wrong[1]!)}, must be a positive number`]
}

function validateTruncation(plugin: string, number: (name: string) => number): string[] {
  const [event, batch] = [number('truncate-max-event-size'), number('truncate-max-batch-size')]
  if (event <= 0)
    return [`invalid audit truncate ${plugin} max event size ${event}, must be a positive number`]
  return batch < event
    ? [
        `invalid audit truncate ${plugin} max batch size ${batch}, must be greater than max event size (${event})`,
      ]
    : []
}

function validateVersion(text: string): string[] {
  const wrong = groupVersionError(text)
  if (wrong !== undefined) return [wrong]
  return text === version ? [] : [`invalid group version, allowed versions are [${goQuote(version)}]`]
}

function validateLog(flags: FlagValues): string[] {
  const format = flags.string('audit-log-format', 'json')
  const negative = ['maxage', 'maxbackup', 'maxsize']
    .map((name) => ({ name, value: flags.number(`audit-log-${name}`, 0) }))
    .filter(({ value }) => value < 0)
  return [
    ...(format === 'legacy' || format === 'json'
      ? []
      : [`invalid audit log format ${format}, allowed formats are "legacy,json"`]),
    ...negative.map(({ name, value }) => `--audit-log-${name} ${value} can't be a negative number`),
  ]
}
