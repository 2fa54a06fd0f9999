// Upstream: pkg/apis/core/validation/validation.go (ValidateServiceName)

import { nameIsDNS1035Label, nameIsDNSLabel } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../generic/strategy.ts'

export function validateServiceName(name: string, prefix: boolean, server: ServerContext): string[] {
  const relaxed = gateEnabled(server.gates, 'RelaxedServiceNameValidation')
  return relaxed ? nameIsDNSLabel(name, prefix) : nameIsDNS1035Label(name, prefix)
}
