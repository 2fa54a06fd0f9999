// Upstream: pkg/registry/certificates/certificates/strategy.go

import type {
  CertificateSigningRequest,
  CertificateSigningRequestSpec,
  CertificateSigningRequestStatus,
} from '../../../api/certificates-v1.ts'
import { dropField } from '../../../apimachinery/given-empty.ts'
import { deepCopy, type KubeObject } from '../../../apimachinery/json.ts'
import { toTime } from '../../../component-base/clock.ts'
import { metaAgain } from '../core/object-meta-validation.ts'
import { subObject } from '../core/sub-object.ts'
import { extendedStrategy } from '../generic/extended-strategy.ts'
import type { RulesFor } from '../generic/resource-row.ts'

import type { RequestContext, Strategy } from '../generic/strategy.ts'
import { type Permissions, validateRequest, validateRequestUpdate } from './validation.ts'

const asRequest = (object: KubeObject): CertificateSigningRequest =>
  object as unknown as CertificateSigningRequest

/** The request says who made it, whatever its writer claims. */
function setRequester({ user }: RequestContext, object: KubeObject): void {
  const spec = subObject<CertificateSigningRequestSpec>(object, 'spec')
  spec.username = user.name
  if (user.uid) spec.uid = user.uid
  else delete spec.uid
  spec.groups = [...user.groups]
  if (user.extra !== undefined && Object.keys(user.extra).length > 0) {
    spec.extra = Object.fromEntries(Object.entries(user.extra).map(([key, values]) => [key, [...values]]))
  } else dropField(spec, 'extra')
}

/** Any name will do. */
const validateName = (): string[] => []

const updated =
  (permissions: Permissions): NonNullable<Strategy['validateUpdate']> =>
  (ctx, object, old) => [
    ...metaAgain(ctx, object, false, validateName),
    ...validateRequestUpdate(asRequest(object), asRequest(old), permissions, ctx.server.release.minor),
  ]

const keepSpec = (object: KubeObject, old: KubeObject): void => {
  object['spec'] = deepCopy(old['spec'])
}

/** Instances of Approved and Denied stay what they are where none came or went. */
function keepDecisions(object: KubeObject, old: KubeObject): void {
  const { conditions = [] } = subObject<CertificateSigningRequestStatus>(object, 'status')
  const before = asRequest(old).status?.conditions ?? []
  for (const type of ['Approved', 'Denied']) {
    const kept = before.filter((condition) => condition.type === type)
    const at = conditions.flatMap((condition, i) => (condition.type === type ? [i] : []))
    if (kept.length === at.length)
      at.forEach((index, i) => {
        conditions[index] = deepCopy(kept[i]!)
      })
  }
}

function setConditionTimes({ server }: RequestContext, object: KubeObject, old: KubeObject): void {
  const now = toTime(server.clock.now())
  for (const condition of asRequest(object).status?.conditions ?? []) {
    condition.lastUpdateTime ??= now
    const before = asRequest(old).status?.conditions?.find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime != null,
    )
    condition.lastTransitionTime ??= before?.lastTransitionTime ?? now
  }
}

const common: Partial<Strategy> = {
  validateName,
  selectableFields: (object) => ({ 'spec.signerName': asRequest(object).spec?.signerName ?? '' }),
}

const strategy: Partial<Strategy> = {
  ...common,
  resetFields: [['spec'], ['status']],
  prepareForCreate(ctx, object) {
    setRequester(ctx, object)
    object['status'] = {}
  },
  prepareForUpdate(_ctx, object, old) {
    keepSpec(object, old)
    object['status'] = deepCopy(old['status'])
  },
  validate: ({ server }, object) => validateRequest(asRequest(object), server.release.minor),
  validateUpdate: updated({ approval: false, certificate: false }),
}

const status: Partial<Strategy> = {
  ...common,
  resetFields: [['spec'], ['status', 'conditions']],
  prepareForUpdate(ctx, object, old) {
    keepSpec(object, old)
    keepDecisions(object, old)
    setConditionTimes(ctx, object, old)
  },
  validateUpdate: updated({ approval: false, certificate: true }),
}

const approval: Partial<Strategy> = {
  ...common,
  resetFields: [['spec'], ['status', 'certificate']],
  prepareForUpdate(ctx, object, old) {
    setConditionTimes(ctx, object, old)
    const { conditions } = subObject<CertificateSigningRequestStatus>(object, 'status')
    keepSpec(object, old)
    const { conditions: _before, ...kept } = deepCopy(asRequest(old).status ?? {})
    object['status'] = conditions === undefined ? kept : { ...kept, conditions }
  },
  validateUpdate: updated({ approval: true, certificate: false }),
}

/** The strategy of signing requests, their status and approval. */
export const certificateSigningRequestRules: RulesFor = (traits) => ({
  strategy: extendedStrategy(traits, strategy),
  subresources: {
    status: extendedStrategy(traits, status),
    approval: extendedStrategy(traits, approval),
  },
})
