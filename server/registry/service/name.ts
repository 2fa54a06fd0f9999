// Upstream: pkg/apis/core/validation/validation.go (ValidateServiceName)

import { nameIsDNS1035Label, nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'

/** The errors of a Service's name: a DNS-1035 label, or with RelaxedServiceNameValidation a DNS-1123 one. */
export function validateServiceName(name: string, prefix: boolean, server: ServerContext): string[] {
  const relaxed = gateEnabled(server.gates, 'RelaxedServiceNameValidation')
  return relaxed ? nameIsDNSLabel(name, prefix, server.release.minor) : nameIsDNS1035Label(name, prefix)
}
