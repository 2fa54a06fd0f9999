// Upstream: k8s.io/pod-security-admission admission/admission.go, plugin/pkg/admission/security/podsecurity/admission.go

import type { Container, Pod, PodSpec, PodTemplateSpec } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { newForbidden, newInvalid } from '../../../apimachinery/status-error.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import type { ServerContext } from '../../registry/generic/strategy.ts'
import { knownOrNewest } from '../../storage/known-or-newest.ts'
import type { AdmissionAttributes, AdmissionPlugin } from '../chain.ts'
import type { CheckedPod } from './check.ts'
import { evaluate, violationsText } from './evaluate.ts'
import { PodSecurityMetrics } from './metrics.ts'
import { warningsOfNamespace } from './namespace-warnings.ts'
import {
  compareLevels,
  exemptionWarning,
  levelVersionText,
  noPodSecurity,
  type PodSecurityConfiguration,
  type Policy,
  policyOf,
  sameLevelVersion,
} from './policy.ts'

/** The pod template of a workload object, by `group/resource`. */
const templates: Readonly<Record<string, (object: KubeObject) => PodTemplateSpec | null | undefined>> = {
  '/podtemplates': (o) => o['template'] as PodTemplateSpec | undefined,
  '/replicationcontrollers': templateOfSpec,
  'apps/replicasets': templateOfSpec,
  'apps/deployments': templateOfSpec,
  'apps/statefulsets': templateOfSpec,
  'apps/daemonsets': templateOfSpec,
  'batch/jobs': templateOfSpec,
  'batch/cronjobs': (o) =>
    (o['spec'] as { jobTemplate?: { spec?: { template?: PodTemplateSpec } } } | undefined)?.jobTemplate?.spec
      ?.template,
}
function templateOfSpec(object: KubeObject): PodTemplateSpec | null | undefined {
  return (object['spec'] as { template?: PodTemplateSpec | null } | undefined)?.template
}

interface Checking extends ServerContext {
  readonly counts: PodSecurityMetrics
  readonly configuration: PodSecurityConfiguration
}

const exemptionOf = (
  { configuration: { exemptions } }: Checking,
  { request }: AdmissionAttributes,
  spec: PodSpec | undefined,
): string | undefined => {
  if (exemptions.namespaces.includes(request.namespace)) return 'namespace'
  if (exemptions.usernames.includes(request.user.name)) return 'user'
  return exemptions.runtimeClasses.includes(spec?.runtimeClassName ?? '') ? 'runtimeClass' : undefined
}

function isExempt(server: Checking, attributes: AdmissionAttributes, spec: PodSpec | undefined): boolean {
  const why = exemptionOf(server, attributes, spec)
  if (why !== undefined) {
    server.counts.exempt(attributes)
    attributes.request.annotate?.('pod-security.kubernetes.io/exempt', why)
  }
  return why !== undefined
}

/** Parts of a pod that the plugin does not look at. */
const ignored = new Set(['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'])

/** Holds pods against the standards that their namespace names, and the labels that name them against their form. */
export function podSecurity(
  context: ServerContext,
  configuration: PodSecurityConfiguration = noPodSecurity,
): AdmissionPlugin {
  const counts = new PodSecurityMetrics(context.metrics, context.release.minor)
  const server: Checking = { ...context, configuration, counts }
  return {
    name: 'PodSecurity',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    resources: new Set(['/namespaces', '/pods', ...Object.keys(templates)]),
    async validate(attributes) {
      const { request, object } = attributes
      if (object === undefined) return
      const resource = `${request.group}/${request.resource}`
      if (resource === '/namespaces') return validateNamespace(server, attributes, object)
      if (resource === '/pods') return validatePod(server, attributes, object as unknown as Pod)
      if (Object.hasOwn(templates, resource) && request.subresource === '')
        return warnOfTemplate(server, attributes, templates[resource]!(object))
    },
  }
}

async function validateNamespace(
  server: Checking,
  { request, operation, oldObject }: AdmissionAttributes,
  object: KubeObject,
): Promise<void> {
  if (request.subresource !== '') return
  const { defaults, exemptions } = server.configuration
  const { name = '', labels } = object.metadata
  const { policy, errors } = policyOf(labels, defaults)
  const before = operation === 'UPDATE' ? policyOf(oldObject?.metadata.labels, defaults) : undefined
  if (errors.length > 0 && (before === undefined || JSON.stringify(errors) !== JSON.stringify(before.errors)))
    throw newInvalid({ group: '', kind: 'Namespace' }, name, errors)
  if (before !== undefined) {
    const [now, old] = [policy.enforce, before.policy.enforce]
    if (sameLevelVersion(now, old) || now.level === 'privileged') return
    if (now.version === old.version && compareLevels(now.level, old.level) < 1) return
  }
  if (exemptions.namespaces.includes(name)) {
    const warning = exemptionWarning(name, labels, defaults)
    if (warning !== undefined) request.warn(warning)
    return
  }
  if (before === undefined) return
  const texts = await warningsOfNamespace(name, policy.enforce, server, (pod) =>
    exemptions.runtimeClasses.includes(pod.spec?.runtimeClassName ?? '') ? undefined : checked(server, pod),
  )
  for (const text of texts) request.warn(text)
}

async function namespacePolicy(server: Checking, namespace: string): Promise<Policy> {
  const record = await knownOrNewest(server.storage, `/registry/namespaces/${namespace}`)
  return policyOf(record?.object.metadata.labels, server.configuration.defaults).policy
}

async function validatePod(server: Checking, attributes: AdmissionAttributes, pod: Pod): Promise<void> {
  const { request, operation, oldObject } = attributes
  if (ignored.has(request.subresource) || isExempt(server, attributes, pod.spec)) return
  const policy = await namespacePolicy(server, request.namespace)
  if (isPrivileged(policy)) server.counts.evaluated('allow', 'enforce', policy.enforce, attributes)
  if (operation === 'UPDATE' && !matters(pod, oldObject as unknown as Pod)) return
  request.annotate?.('pod-security.kubernetes.io/enforce-policy', levelVersionText(policy.enforce))
  const violations = evaluate(policy.enforce, checked(server, pod), server.release.minor)
  if (!isPrivileged(policy))
    server.counts.evaluated(violations.length === 0 ? 'allow' : 'deny', 'enforce', policy.enforce, attributes)
  noteViolations(server, attributes, policy, checked(server, pod))
  if (violations.length === 0) return warn(server, attributes, policy, checked(server, pod))
  const why = `violates PodSecurity "${levelVersionText(policy.enforce)}": ${violationsText(violations)}`
  throw newForbidden({ group: '', resource: 'pods' }, nameOf(attributes), why)
}

/** Whether every mode of the policy is `privileged`, so that no pod needs a check. */
const isPrivileged = ({ enforce, audit, warn: told }: Policy): boolean =>
  [enforce, audit, told].every(({ level }) => level === 'privileged')

/** The object's name, empty where it was generated: upstream makes its attributes before that. */
function nameOf({ request, object }: AdmissionAttributes): string {
  if (request.name !== '') return request.name
  const { name = '', generateName = '' } = object?.metadata ?? {}
  return generateName !== '' && name.startsWith(generateName) ? '' : name
}

async function warnOfTemplate(
  server: Checking,
  attributes: AdmissionAttributes,
  template: PodTemplateSpec | null | undefined,
): Promise<void> {
  if (template == null || isExempt(server, attributes, template.spec)) return
  const policy = await namespacePolicy(server, attributes.request.namespace)
  noteViolations(server, attributes, policy, checked(server, template))
  warn(server, attributes, policy, checked(server, template))
}

function noteViolations(
  server: Checking,
  attributes: AdmissionAttributes,
  policy: Policy,
  pod: CheckedPod,
): void {
  const violations = evaluate(policy.audit, pod, server.release.minor)
  if (violations.length === 0) return
  server.counts.evaluated('deny', 'audit', policy.audit, attributes)
  attributes.request.annotate?.(
    'pod-security.kubernetes.io/audit-violations',
    `would violate PodSecurity "${levelVersionText(policy.audit)}": ${violationsText(violations)}`,
  )
}

function warn(server: Checking, attributes: AdmissionAttributes, policy: Policy, pod: CheckedPod): void {
  const violations = evaluate(policy.warn, pod, server.release.minor)
  if (violations.length === 0) return
  server.counts.evaluated('deny', 'warn', policy.warn, attributes)
  attributes.request.warn(
    `would violate PodSecurity "${levelVersionText(policy.warn)}": ${violationsText(violations)}`,
  )
}

const checked = (server: ServerContext, { metadata, spec }: Pod | PodTemplateSpec): CheckedPod => ({
  metadata: metadata ?? {},
  spec: spec ?? {},
  relaxesUserNamespaces: gateEnabled(server.gates, 'UserNamespacesPodSecurityStandards'),
})

/** Whether an update changes what the standards are about: other containers, or other images. */
function matters(pod: Pod, old: Pod): boolean {
  const differ = (a: readonly Container[] = [], b: readonly Container[] = []): boolean =>
    a.length !== b.length || a.some((c, i) => c.image !== b[i]!.image)
  const [now, before]: PodSpec[] = [pod.spec ?? {}, old.spec ?? {}]
  if (differ(now!.containers, before!.containers) || differ(now!.initContainers, before!.initContainers))
    return true
  return (now!.ephemeralContainers ?? []).some((c) => {
    const same = (before!.ephemeralContainers ?? []).find((o) => o.name === c.name)
    return same === undefined || same.image !== c.image
  })
}
