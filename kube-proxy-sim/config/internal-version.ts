// Upstream: pkg/proxy/apis/config/types.go. The scheme has the internal version too, so that a file may name it.

import { type GoTypes, parseField } from '../../apimachinery/scheme/go-types.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { proxyConfigDialect } from './dialect.ts'
import { v1alpha2Types } from './v1alpha2-types.ts'

/** The internal version's name in an apiVersion, which a file may use as upstream's scheme knows it. */
export const internalVersion = '__internal'

type Structs = Record<string, readonly string[] | string>

/** Fields of v1alpha2 that the internal type has only under a plan. */
const planned = /^(?:configHardFail|nodeIPOverride|ipFamilyPolicy) /

/** Of the root and its sections, with the names of fields that this program has for them. */
function structsOf(minor: number, facts: string): Structs {
  const types = releaseFacts(facts, 'component-config-types') as unknown as GoTypes
  const v1alpha1 = types['io.k8s.kube-proxy.config.v1alpha1']!.types
  const shared = {
    ...v1alpha1,
    ClientConnectionConfiguration:
      types['io.k8s.component-base.config.v1alpha1']!.types['ClientConnectionConfiguration']!,
  }
  if (!proxyConfigDialect(minor).internalSections) return shared
  const v1alpha2 = v1alpha2Types['io.k8s.kube-proxy.config.v1alpha2']!.types
  const { KubeProxyConfiguration: root, KubeProxyIPVSConfiguration: ipvs, ...sections } = v1alpha2
  return {
    ...shared,
    ...sections,
    KubeProxyIPVSConfiguration: (ipvs as string[]).filter((field) => !field.startsWith('masqueradeBit ')),
    KubeProxyConfiguration: [
      ...(root as string[])
        .filter((field) => !planned.test(field))
        .map((field) => field.replace(/(?<=^(?:bindAddressHardFail|minSyncPeriod) \w+ )\*/, '')),
      'bindAddress BindAddress string',
    ],
  }
}

/** Types of other packages that have an internal form of their own. */
const ownSection = (type: string): string =>
  type.replace(/^~(?:kube-proxy\.config\.v1alpha1|component-base\.config\.v1alpha1)\./, '')

/** The types that a file of the internal version is decoded by: without JSON names, so that fields are named as in Go. */
export function internalTypes(minor: number, facts: string): GoTypes {
  const types = Object.entries(structsOf(minor, facts)).map(([name, struct]) => [
    name,
    typeof struct === 'string' ? struct : struct.map(goNamed),
  ])
  return {
    'io.k8s.kube-proxy.config.internal': {
      group: 'kubeproxy.config.k8s.io',
      version: internalVersion,
      name: 'config',
      kinds: ['KubeProxyConfiguration'],
      types: Object.fromEntries(types),
    },
  }
}

function goNamed(field: string): string {
  const [json, name, type, ...flags] = field.split(' ') as [string, string, string, ...string[]]
  return [json === '' ? '' : name, name, ownSection(type), ...flags].join(' ')
}

/** The decoded fields of an internal file under this program's names. They get no defaults, as upstream. */
export function fromInternalVersion(
  decoded: Record<string, unknown>,
  minor: number,
  facts: string,
): Record<string, unknown> {
  const structs = structsOf(minor, facts)
  const renamed = (type: string, value: unknown): unknown => {
    const struct = structs[ownSection(type)]
    if (struct === undefined || typeof struct === 'string') return value
    const fields = struct.map(parseField).filter(({ json }) => json !== '')
    const old = value as Record<string, unknown>
    return Object.fromEntries(
      fields.filter(({ name }) => name in old).map((f) => [f.json, renamed(f.type, old[f.name])]),
    )
  }
  return renamed('KubeProxyConfiguration', decoded) as Record<string, unknown>
}
