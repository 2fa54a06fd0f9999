// Upstream: kube-aggregator pkg/{apis/apiregistration/v1/defaults.go,registry/apiservice/strategy.go}
import type { APIServiceSpec } from '../../../api/apiregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { nameIsPathSegment } from '../../../apimachinery/validation/names.ts'
import { toTime } from '../../../component-base/clock.ts'
import { subObject } from '../core/sub-object.ts'
import { defaultStatusStrategy } from '../generic/default-strategy.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'
import type { RequestContext } from '../generic/strategy.ts'
import { validateAPIService, validateAPIServiceStatus } from './validation.ts'

/** What the server itself serves is there from the beginning. */
function prepareForCreate({ server }: RequestContext, object: KubeObject): void {
  const { service } = subObject<APIServiceSpec>(object, 'spec')
  const available = {
    type: 'Available',
    status: 'True',
    lastTransitionTime: toTime(server.clock.now()),
    reason: 'Local',
    message: 'Local APIServices are always available',
  }
  object['status'] = service ? {} : { conditions: [available] }
}

/** The strategy of APIServices: the default of the service's port, the condition of those without one, and their status. */
export const apiServiceRules: RulesFor = (traits) => {
  const strategy = extendedStrategy(traits, {
    setDefaults(object) {
      const { service } = subObject<APIServiceSpec>(object, 'spec')
      if (service) service.port ??= 443
    },
    prepareForCreate,
    validatesMeta: false,
    validateName: nameIsPathSegment,
    validate: ({ server }, object) => validateAPIService(object, server.release.minor),
    validateUpdate: ({ server }, object) => validateAPIService(object, server.release.minor),
    repeatsMetaValidation: false,
  })
  const status = {
    ...defaultStatusStrategy(traits, strategy),
    validateUpdate: (_ctx: RequestContext, object: KubeObject) => validateAPIServiceStatus(object),
  }
  return { strategy, subresources: { status } }
}
