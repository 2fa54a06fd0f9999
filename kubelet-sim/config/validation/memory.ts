// Upstream: pkg/kubelet/apis/config/validation/validation.go (MemoryQoS)

import { goQuote } from '../../../apimachinery/field-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { kubeletStartDialect } from '../../options/dialect.ts'
import { kubeletConfigDialect } from '../dialect.ts'
import { type Check, invalid } from './check.ts'

/** memoryThrottlingFactor is from 0 (exclusive) to 1 and required with MemoryQoS; memoryReservationPolicy needs the gate. */
export const memoryQuality: Check = (config, { minor, gates }) => {
  const factor = config.memoryThrottlingFactor
  const policy = config.memoryReservationPolicy ?? ''
  const on = gateEnabled(gates, 'MemoryQoS')
  const errors: string[] = []
  if (on && factor === undefined)
    errors.push(invalid('memoryThrottlingFactor is required when MemoryQoS feature flag is enabled'))
  if (factor !== undefined && (factor <= 0 || factor > 1))
    errors.push(
      invalid(`memoryThrottlingFactor ${factor} must be greater than 0 and less than or equal to 1.0`),
    )
  if (!kubeletConfigDialect(minor).memoryReservationPolicy) return errors
  if (!on && policy === 'TieredReservation')
    errors.push(
      invalid(`memoryReservationPolicy ${goQuote(policy)} requires MemoryQoS feature gate to be enabled`),
    )
  if (policy !== 'None' && policy !== 'TieredReservation')
    errors.push(
      invalid(
        `option ${goQuote(policy)} specified for memoryReservationPolicy. Valid options are "None" or "TieredReservation"`,
      ),
    )
  return errors
}

/** containerRuntimeEndpoint must be set. */
export const runtimeEndpoint: Check = ({ containerRuntimeEndpoint }, { minor }) =>
  containerRuntimeEndpoint || !kubeletStartDialect(minor).hasEndpointField
    ? []
    : [invalid('the containerRuntimeEndpoint was not specified or empty')]
