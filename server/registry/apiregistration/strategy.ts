// Upstream: kube-aggregator pkg/{apis/apiregistration/v1/defaults.go,registry/apiservice/strategy.go}
import type { APIServiceSpec } from '../../../api/apiregistration-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { toTime } from '../../../component-base/clock.ts'
import { subObject } from '../core/sub-object.ts'
import { extending } from '../generic/resource-row.ts'
import type { RequestContext } from '../generic/strategy.ts'

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

/** The strategy of APIServices: the default of the service's port, and the condition of those without one. */
export const apiServiceRules = extending({
  setDefaults(object) {
    const { service } = subObject<APIServiceSpec>(object, 'spec')
    if (service) service.port ??= 443
  },
  prepareForCreate,
})
