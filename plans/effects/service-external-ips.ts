import type { PlannedWrite } from '../../component-base/plan-extension.ts'
import type { EffectDefinition } from './effect.ts'

const externalIPsOf = (object: object | undefined): readonly string[] =>
  (object as { spec?: { externalIPs?: readonly string[] } } | undefined)?.spec?.externalIPs ?? []

const writesService = ({ group, resource, subresource }: PlannedWrite): boolean =>
  group === '' && resource === 'services' && subresource === ''

/** The effect `service-external-ips`, as KEP-5707 first proposed it. */
export const serviceExternalIPs: EffectDefinition = {
  name: 'service-external-ips',
  values: ['deny-new'],
  component: 'kube-apiserver',
  fields: [],
  meaning:
    'A Service with `spec.externalIPs` is refused (422, Forbidden at `spec.externalIPs`). An update is allowed where the list is unchanged or becomes empty; any other change of it is refused. Stored Services stay as they are.',
  rules: () => ({
    validate(write, object, old, cause) {
      const now = externalIPsOf(object)
      if (!writesService(write) || now.length === 0) return []
      const before = externalIPsOf(old)
      if (now.length === before.length && now.every((ip, i) => ip === before[i])) return []
      const detail = old === undefined ? 'may not be set' : 'may only be left unchanged or be removed'
      return [{ path: 'spec.externalIPs', detail: `${detail}${cause}` }]
    },
  }),
}
