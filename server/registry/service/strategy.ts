// Upstream: pkg/registry/core/service/strategy.go, storage/storage.go

import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { StorageError } from '../../storage/interface.ts'
import type { ResourceRules } from '../generic/resource-row.ts'
import type { RequestContext, ServerContext, Strategy } from '../generic/strategy.ts'
import { releaseClusterIPs } from './allocation/cluster-ips.ts'
import { releasePorts } from './allocation/port-operation.ts'
import { portsHeldBy } from './allocation/service-index.ts'
import { beginCreate, beginUpdate } from './allocation/transaction.ts'
import { defaultOnRead, lacksNewerFields, setServiceDefaults } from './defaults.ts'
import { serviceDialect } from './dialect.ts'
import { validateServiceName } from './name.ts'
import { asService, type Service } from './service.ts'
import { dropTypeDependentFields } from './type-dependent-fields.ts'
import { validateService, validateServiceUpdate } from './validation.ts'
import { validateLoadBalancerStatus } from './validation-load-balancer.ts'
import { warningsForService, warningsForServiceStatus } from './warnings.ts'

/** Fields of gates that are off go, but for those that an object has had. */
function dropDisabledFields(svc: Service, old: Service | undefined, { gates }: ServerContext): void {
  const had = (value: unknown): boolean => (value ?? null) !== null
  if (!gateEnabled(gates, 'ServiceTrafficDistribution') && !had(old?.spec.trafficDistribution))
    delete svc.spec.trafficDistribution
  if (!gateEnabled(gates, 'ServiceInternalTrafficPolicy') && !had(old?.spec.internalTrafficPolicy))
    delete svc.spec.internalTrafficPolicy
}

const strategy: Strategy = {
  allowCreateOnUpdate: true,
  resetFields: [['status']],
  validateName: validateServiceName,
  setDefaults: setServiceDefaults,
  decorate: defaultOnRead,
  needsDecoration: lacksNewerFields,
  prepareForCreate(ctx, object) {
    object['status'] = { loadBalancer: {} }
    dropDisabledFields(asService(object), undefined, ctx.server)
  },
  prepareForUpdate(ctx, object, old) {
    object['status'] = old['status']
    dropDisabledFields(asService(object), asService(old), ctx.server)
    dropTypeDependentFields(asService(object), asService(old), ctx.server.release.minor)
  },
  validate: (ctx, object) => validateService(asService(object), undefined, ctx.server),
  validateUpdate: (ctx, object, old) => validateServiceUpdate(asService(object), asService(old), ctx.server),
  warningsOnCreate: (ctx, object) => warningsForService(asService(object), ctx.server.release.minor),
  warningsOnUpdate: (ctx, object) => warningsForService(asService(object), ctx.server.release.minor),
  selectableFields(object, server) {
    if (!serviceDialect(server.release.minor).selectsByTypeAndIP) return undefined
    const spec = object['spec'] as Service['spec'] | undefined
    return { 'spec.clusterIP': spec?.clusterIP ?? '', 'spec.type': spec?.type ?? '' }
  },
  beginCreate: (ctx, object) => beginCreate(ctx, asService(object)),
  beginUpdate: (ctx, object, old) => beginUpdate(ctx, asService(object), asService(old)),
  async afterDelete(ctx, object) {
    if (ctx.dryRun) return
    defaultOnRead(object, ctx.server)
    await deleteEndpoints(ctx, object)
    await releaseClusterIPs(asService(object), ctx.server)
    await releasePorts(ctx.server, portsHeldBy(asService(object)))
  },
}

/** The Endpoints of a service go with it. */
async function deleteEndpoints(ctx: RequestContext, object: KubeObject): Promise<void> {
  const key = `/registry/services/endpoints/${object.metadata.namespace}/${object.metadata.name}`
  const record = await ctx.server.storage.get(key)
  if (record === undefined || (record.object.metadata.finalizers ?? []).length > 0) return
  await ctx.server.storage.delete(key, record.modRevision).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error
  })
}

/** @note A PUT of a status may create the service. */
const statusStrategy: Strategy = {
  allowCreateOnUpdate: true,
  resetFields: [['spec']],
  validateName: validateServiceName,
  setDefaults: setServiceDefaults,
  decorate: defaultOnRead,
  needsDecoration: lacksNewerFields,
  prepareForUpdate(ctx, object, old) {
    dropStatusDisabledFields(asService(object), asService(old), ctx.server)
    object['spec'] = old['spec']
  },
  validateUpdate: (ctx, object, old) =>
    validateLoadBalancerStatus(asService(object), asService(old), ctx.server),
  warningsOnUpdate: (ctx, object) => warningsForServiceStatus(asService(object), ctx.server.release.minor),
}

function dropStatusDisabledFields(svc: Service, old: Service, server: ServerContext): void {
  if (gateEnabled(server.gates, 'LoadBalancerIPMode')) return
  const ingress = (s: Service) => s.status?.loadBalancer?.ingress ?? []
  if (ingress(old).some((i) => (i.ipMode ?? null) !== null)) return
  for (const i of ingress(svc)) delete i.ipMode
}

/** The strategy of Services and their status. */
export const serviceRules: ResourceRules = {
  strategy,
  subresources: { status: statusStrategy },
}
