// How Go prints the internal types that messages about pods show.
import {
  type GoField,
  type GoType,
  goBool,
  goNumber,
  goPointer,
  goSlice,
  goString,
} from '../../../apimachinery/validation/go-value.ts'
import { goLabelSelector, goStringPointer } from '../core/go-types.ts'

const struct = (name: string, fields: readonly GoField[]): GoType => ({
  kind: 'struct',
  name: `core.${name}`,
  internal: true,
  fields,
})
const f = (go: string, json: string, type: GoType): GoField => ({ go, json, type })
const pointer = (name: string, fields: readonly GoField[]): GoType =>
  goPointer(`core.${name}`, struct(name, fields))

export const goClusterTrustBundleProjection = struct('ClusterTrustBundleProjection', [
  f('Name', 'name', goStringPointer),
  f('SignerName', 'signerName', goStringPointer),
  f('LabelSelector', 'labelSelector', goPointer('v1.LabelSelector', goLabelSelector)),
  f('Optional', 'optional', goPointer('bool', goBool)),
  f('Path', 'path', goString),
])
export const goPodResourceClaim = struct('PodResourceClaim', [
  f('Name', 'name', goString),
  f('ResourceClaimName', 'resourceClaimName', goStringPointer),
  f('ResourceClaimTemplateName', 'resourceClaimTemplateName', goStringPointer),
])
export const goResizePolicies = goSlice(
  'core.ContainerResizePolicy',
  struct('ContainerResizePolicy', [
    f('ResourceName', 'resourceName', goString),
    f('RestartPolicy', 'restartPolicy', goString),
  ]),
)
export const goToleration = struct('Toleration', [
  f('Key', 'key', goString),
  f('Operator', 'operator', goString),
  f('Value', 'value', goString),
  f('Effect', 'effect', goString),
  f('TolerationSeconds', 'tolerationSeconds', goPointer('int64', goNumber)),
])
export const goSeccompProfile = struct('SeccompProfile', [
  f('Type', 'type', goString),
  f('LocalhostProfile', 'localhostProfile', goStringPointer),
])
export const goPodIPs = goSlice('core.PodIP', struct('PodIP', [f('IP', 'ip', goString)]))
export const goHostIPs = goSlice('core.HostIP', struct('HostIP', [f('IP', 'ip', goString)]))
export const goPodIP = struct('PodIP', [f('IP', 'ip', goString)])
export const goHostIP = struct('HostIP', [f('IP', 'ip', goString)])

const goBoolPointer = goPointer('bool', goBool)
const goIntPointer = goPointer('int64', goNumber)
const goCapability = goSlice('core.Capability', goString)
export const goSecurityContext = struct('SecurityContext', [
  f(
    'Capabilities',
    'capabilities',
    pointer('Capabilities', [f('Add', 'add', goCapability), f('Drop', 'drop', goCapability)]),
  ),
  f('Privileged', 'privileged', goBoolPointer),
  f(
    'SELinuxOptions',
    'seLinuxOptions',
    pointer('SELinuxOptions', [
      f('User', 'user', goString),
      f('Role', 'role', goString),
      f('Type', 'type', goString),
      f('Level', 'level', goString),
    ]),
  ),
  f(
    'WindowsOptions',
    'windowsOptions',
    pointer('WindowsSecurityContextOptions', [
      f('GMSACredentialSpecName', 'gmsaCredentialSpecName', goStringPointer),
      f('GMSACredentialSpec', 'gmsaCredentialSpec', goStringPointer),
      f('RunAsUserName', 'runAsUserName', goStringPointer),
      f('HostProcess', 'hostProcess', goBoolPointer),
    ]),
  ),
  f('RunAsUser', 'runAsUser', goIntPointer),
  f('RunAsGroup', 'runAsGroup', goIntPointer),
  f('RunAsNonRoot', 'runAsNonRoot', goBoolPointer),
  f('ReadOnlyRootFilesystem', 'readOnlyRootFilesystem', goBoolPointer),
  f('AllowPrivilegeEscalation', 'allowPrivilegeEscalation', goBoolPointer),
  f('ProcMount', 'procMount', goPointer('core.ProcMountType', goString)),
  f('SeccompProfile', 'seccompProfile', goPointer('core.SeccompProfile', goSeccompProfile)),
  f(
    'AppArmorProfile',
    'appArmorProfile',
    pointer('AppArmorProfile', [
      f('Type', 'type', goString),
      f('LocalhostProfile', 'localhostProfile', goStringPointer),
    ]),
  ),
])

const requirement = struct('NodeSelectorRequirement', [
  f('Key', 'key', goString),
  f('Operator', 'operator', goString),
  f('Values', 'values', goSlice('string', goString)),
])
export const goNodeSelectorTerm = struct('NodeSelectorTerm', [
  f('MatchExpressions', 'matchExpressions', goSlice('core.NodeSelectorRequirement', requirement)),
  f('MatchFields', 'matchFields', goSlice('core.NodeSelectorRequirement', requirement)),
])
export const goNodeSelectorTerms = goSlice('core.NodeSelectorTerm', goNodeSelectorTerm)
