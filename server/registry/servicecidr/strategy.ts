// Upstream: pkg/registry/networking/servicecidr/strategy.go

import type { ServiceCIDRSpec } from '../../../api/networking-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { nameIsDNSSubdomain } from '../../../apimachinery/validation/names.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { metaAgain, metaChange, metaOnCreate } from '../core/object-meta-validation.ts'
import { resetObjectMetaForStatus } from '../core/reset-status-meta.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { ServerContext, Strategy } from '../generic/strategy.ts'
import { serviceCIDRDialect } from './dialect.ts'
import { validateServiceCIDRChange, validateServiceCIDRSpec } from './validation.ts'

const specOf = (object: KubeObject): ServiceCIDRSpec => (object['spec'] as ServiceCIDRSpec | undefined) ?? {}
const validateName = nameIsDNSSubdomain

/** Before the gate a write to the object could set the status. */
const wipesStatus = (server: ServerContext): boolean =>
  gateEnabled(server.gates, 'ServiceCIDRStatusFieldWiping')

const strategy: Strategy = {
  validateName,
  resetFieldsOf: (server) => (wipesStatus(server) ? [['status']] : []),
  prepareForCreate(ctx, object) {
    if (wipesStatus(ctx.server)) object['status'] = {}
  },
  prepareForUpdate(ctx, object, old) {
    if (wipesStatus(ctx.server)) object['status'] = old['status']
  },
  validate: (ctx, object) => [
    ...metaOnCreate(object),
    ...validateServiceCIDRSpec(specOf(object), ctx.server.release.minor),
  ],
  repeatsMetaValidation: false,
  validateUpdate: (ctx, object, old) => [
    ...(serviceCIDRDialect(ctx.server.release.minor).validatesUpdatesAsNew
      ? [
          ...metaAgain(ctx, object, false),
          ...validateServiceCIDRSpec(specOf(object), ctx.server.release.minor),
        ]
      : []),
    ...metaChange(ctx, object, old),
    ...validateServiceCIDRChange(specOf(object), specOf(old), ctx.server.release.minor),
  ],
}

const statusStrategy: Strategy = {
  validateName,
  // @note Before, upstream names them of a group version that there is not.
  resetFieldsOf: ({ release }) =>
    serviceCIDRDialect(release.minor).resetsFields ? [['metadata'], ['spec']] : [],
  prepareForUpdate({ server }, object, old) {
    object['spec'] = old['spec']
    if (serviceCIDRDialect(server.release.minor).keepsMetaOfStatus) resetObjectMetaForStatus(object, old)
  },
}

/** The strategy of ServiceCIDRs and their status. */
export const serviceCIDRRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}
