// Upstream: kube-aggregator pkg/apis/apiregistration/v1/defaults.go
import type { APIServiceSpec } from '../../../api/apiregistration-v1.ts'
import { subObject } from '../core/sub-object.ts'
import { extending } from '../generic/resource-row.ts'

/** The strategy of APIServices: the default of the service's port. */
export const apiServiceRules = extending({
  setDefaults(object) {
    const { service } = subObject<APIServiceSpec>(object, 'spec')
    if (service) service.port ??= 443
  },
})
