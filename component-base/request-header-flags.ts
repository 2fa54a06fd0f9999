// The flags --requestheader-… of kube-apiserver and of those that delegate authentication to it.
// Upstream: apiserver/pkg/server/options/authentication.go (RequestHeaderAuthenticationOptions.Validate)
import { type FeatureGateReader, gateEnabled } from '../featuregates/reader.ts'
import { flagDialect } from './flags/dialect.ts'
import type { FlagValues } from './flags/flag-values.ts'
import { goQuote } from './go/quote.ts'
import type { Logger } from './klog.ts'

const gate = 'RemoteRequestHeaderUID'
const ofUIDs = 'requestheader-uid-headers'

/** Flags with the header that an aggregated server knows. */
const standard = [
  ['requestheader-username-headers', 'X-Remote-User', 'header'],
  ['requestheader-group-headers', 'X-Remote-Group', 'header'],
  ['requestheader-extra-headers-prefix', 'X-Remote-Extra-', 'header prefix'],
] as const

interface Context {
  gates: FeatureGateReader
  minor: number
  logger: Logger
}

/** The texts of all errors; warns in the log of headers that no aggregated server knows. */
export function requestHeaderErrors(flags: FlagValues, { gates, minor, logger }: Context): string[] {
  if (!flagDialect(minor).validatesRequestHeaders) return []
  const empty = [...standard.map(([flag]) => flag), 'requestheader-allowed-names'].flatMap((flag) =>
    emptyValue(flags, flag),
  )
  for (const [flag, header, kind] of standard)
    if (lacks(flags, flag, header))
      logger.log(
        'W',
        `--${flag} is set without specifying the standard ${header} ${kind} - API aggregation will not work`,
      )
  return [...empty, ...uidErrors(flags, gateEnabled(gates, gate))]
}

const emptyValue = (flags: FlagValues, flag: string): string[] =>
  flags.strings(flag).some((header) => header.trim() === '') ? [`empty value in ${goQuote(flag)}`] : []

const lacks = (flags: FlagValues, flag: string, header: string): boolean => {
  const given = flags.strings(flag)
  return given.length > 0 && !given.some((one) => one.toLowerCase() === header.toLowerCase())
}

function uidErrors(flags: FlagValues, enabled: boolean): string[] {
  if (flags.strings(ofUIDs).length === 0) return []
  if (!enabled) return [`--${ofUIDs} requires the ${goQuote(gate)} feature to be enabled`]
  const missing = `--${ofUIDs} is set without specifying the standard X-Remote-Uid header - API aggregation will not work`
  return [...emptyValue(flags, ofUIDs), ...(lacks(flags, ofUIDs, 'X-Remote-Uid') ? [missing] : [])]
}
